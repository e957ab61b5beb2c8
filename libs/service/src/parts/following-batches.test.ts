import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createEvent, type Message, type Writer } from '@partner-ordering/messaging';
import { eventually, gidOf, recordOutbox, testService, type RecordedEvent, type TestService } from '@partner-ordering/testing';
import type { Span, Tracing } from '@partner-ordering/tracing';
import { createNotes, follows, Note, refusedWords } from '@partner-ordering/testing/notes';
import type { EventBatchHandler } from './service-definition.ts';

/** A trace that its digit identifies. */
const traceOf = (digit: number): string => `00-${String(digit).repeat(32)}-${'a'.repeat(16)}-01`;

/** The fact, as catalog's relay would append it. */
function praised(note: string, words: string, traceparent: string, type = 'product.praised'): Message {
  const fact = createEvent({ type, key: note, data: { note, words } }, { service: 'catalog', traceparent, now: new Date() });
  return { key: fact.subject, value: JSON.stringify(fact) };
}

describe('facts that are handled together', () => {
  const batches: string[] = [];
  const spans: string[] = [];
  let catalog: Writer;
  let service: TestService;
  let notes: string[];
  let outbox: () => Promise<RecordedEvent[]>;

  const handler: EventBatchHandler<{ note: string; words: string }> = {
    all: async (events, tx, { now, publish }) => {
      batches.push(events.map(({ data }) => data.words).join());
      const found = await tx.em.find(Note, { gid: { $in: events.map(({ data }) => data.note) } });
      for (const { data } of events) {
        const note = found.find(({ gid }) => gid === data.note)!;
        Object.assign(note, { description: `${note.description ?? ''}${data.words} `, modifiedAt: now });
        publish('note.written', note.gid, { title: data.words });
        await tx.em.flush();
        if (refusedWords.has(data.words)) throw new RangeError(`cannot say ${data.words}`);
      }
    },
  };
  const begin: Tracing['begin'] = ({ name }, { parent = '' } = {}) => {
    const span: Span = {
      traceparent: parent,
      isRecorded: true,
      child: () => undefined,
      end: ({ error } = {}) => void (name.startsWith('process') && spans.push(`${parent[3]} ${error ?? 'done'}`)),
    };
    return span;
  };

  before(async () => {
    service = await testService('notes', async (given) => {
      catalog ??= (await given.transport?.begin('catalog')) as Writer;
      const tracing: Tracing = { begin, close: () => Promise.resolve() };
      const types = ['product.praised', 'product.blamed'];
      const handlers = Object.fromEntries(types.map((type) => [type, handler]));
      return createNotes({ ...given, tracing }, undefined, {
        follows: { ...follows, facts: { catalog: { from: 'end', types } } },
        handlers,
      });
    });
    outbox = await recordOutbox(service.service.database);
    const user = await service.signIn();
    notes = [];
    for (const title of ['A', 'B']) notes.push(gidOf(await user.create('/v1/notes', { title })));
    const text = `select from consumer_offset where topic = 'catalog.facts'`;
    await eventually(async () => assert.equal((await service.service.database.query({ text, values: [] })).length, 1));
  });
  after(() => service.stop());
  afterEach(() => refusedWords.clear());

  /** Appends facts as one batch. Returns the `count` events that they cause as `<type> <note> <trace>`, and the title of a fact. */
  async function caused(facts: readonly Message[], count: number): Promise<string[]> {
    batches.length = spans.length = 0;
    const earlier = (await outbox()).length;
    await catalog.append('catalog.facts', facts);
    const { traceparent } = JSON.parse(facts.at(-1)!.value) as { traceparent: string };
    await eventually(() => spans.at(-1) === `${traceparent[3]} done`);
    // A span ends before the transaction does.
    const events = await eventually(async () => {
      const found = (await outbox()).slice(earlier).filter(({ event }) => event.type.startsWith('note.'));
      return found.length === count && found;
    });
    return events.map(({ event: { type, subject, traceparent, dataversion, data } }) =>
      [type, 'AB'[notes.indexOf(gidOf(subject))], traceparent?.[3], ...(dataversion ? [] : [(data as { title: string }).title])].join(' '),
    );
  }

  test('facts handled together change a state once, and the events that each causes belong to its trace', async () => {
    const facts = [praised(notes[0]!, 'one', traceOf(1)), praised(notes[1]!, 'two', traceOf(2), 'product.blamed')];
    const events = await caused(facts, 4);
    assert.deepEqual(batches, ['one,two']);
    assert.deepEqual(events, ['note.state A 1', 'note.state B 2', 'note.written A 1 one', 'note.written B 2 two']);
    assert.deepEqual(spans, ['1 done', '2 done']);
  });

  test('facts that fail together write nothing; then each is handled alone, and only the failing one is set aside', async () => {
    refusedWords.add('hard');
    const facts = [praised(notes[0]!, 'three', traceOf(3)), praised(notes[1]!, 'hard', traceOf(4)), praised(notes[1]!, 'five', traceOf(5))];
    const events = await caused(facts, 4);
    assert.deepEqual(batches, ['three,hard,five', 'three', 'hard', 'hard', 'hard', 'five']);
    assert.deepEqual(spans.slice(0, 3).toSorted(), ['3 RangeError', '4 RangeError', '5 RangeError']);
    assert.deepEqual(spans.slice(3), ['3 done', '4 RangeError', '4 RangeError', '4 RangeError', '5 done']);
    assert.deepEqual(events, ['note.state A 3', 'note.written A 3 three', 'note.state B 5', 'note.written B 5 five']);
  });
});
