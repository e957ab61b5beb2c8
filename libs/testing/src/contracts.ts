import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { revocationPoll, revocationsOver } from '@partner-ordering/auth';
import { owners, type ServiceConfig } from '@partner-ordering/http';
import { byService, serviceNames } from '@partner-ordering/kernel';
import { neighbourClient, operationsFor, within, type Neighbours } from '@partner-ordering/neighbours';
import { demanded, plain } from './contracts/examples.ts';
import { settleContracts } from './contracts/files.ts';
import { openLine, type Interaction, type Line, type StandFor } from './contracts/line.ts';
import { eventually } from './eventually.ts';
import type { TestService } from './service.ts';
import { tokensOf } from './service-keys.ts';

export { exactly } from './contracts/examples.ts';
export { contractFolder, settleContracts } from './contracts/files.ts';
export { openLine, type Interaction, type Line, type StandFor } from './contracts/line.ts';

/** How a consumer uses an operation of another service. */
export interface Use<Started, Answer> extends Pick<Interaction, 'parameters' | 'varying'> {
  /** What has to be there at the provider, by the name of a provider state. */
  given: string;
  /** What it is answered: the fields that it reads. */
  answers: Answer;
  /** Has the consumer ask, and looks what it makes of the answer. `standFor` says which value of the run a parameter stands for. */
  when(service: Started, standFor: StandFor): Promise<unknown>;
}

/** What libs ask for every service: their contracts need no declaration. */
type Shared = 'getState' | 'listRevocations';

/** One use of each operation that a service may call, by provider. A missing one does not compile. */
export type Uses<Name extends string, Started> = {
  readonly [Provider in keyof Neighbours<Name> as Exclude<keyof Neighbours<Name>[Provider], Shared> extends never ? never : Provider]: {
    readonly [Id in Exclude<keyof Neighbours<Name>[Provider], Shared>]: Use<Started, AnswerOf<Neighbours<Name>[Provider][Id]>>;
  };
};
type AnswerOf<Operation> = Operation extends (...input: never) => Promise<infer Answer> ? NonNullable<Answer> : never;

/** A consumer, and what it declares beyond its event document. */
export interface Consumer<Name extends string, Followed, Started extends TestService> {
  name: Name;
  /** Starts the service with these addresses of its neighbours. */
  start: (neighbours: Pick<ServiceConfig, 'serviceUrls'>) => Promise<Started>;
  /** `follows` of its generated events. */
  follows: { readonly states?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>; readonly facts?: unknown };
  /** An example of each event that it follows, by type, in an order in which they may come. A missing one does not compile. */
  events: Followed;
  uses: Uses<Name, Started>;
}

const SESSION = '019a0000-0000-7000-8000-0000000000e1';
const KEY = '019a0000-0000-7000-8000-0000000000e2';

/** The tests that make the contracts of a service that follows nothing and calls nothing but what every service does. */
export const plainContracts = (name: string): void => {
  describe(`contracts of ${name}`, () => {
    const desk = deskOf(name);
    sharedContracts(name, desk);
    test('are as committed', () => desk.settle());
  });
};

/**
 * The tests that make the contracts of a service, with its own code: for each operation that it calls, for `getState` of each state that it
 * follows, and for each event.
 */
export function consumerContracts<Name extends string, Followed extends object, Started extends TestService>(
  consumer: Consumer<Name, Followed, Started>,
): void {
  const { name, start, follows, events, uses } = consumer;
  describe(`contracts of ${name}`, () => {
    const desk = deskOf(name);
    let service: Started;
    before(async () => {
      await desk.open();
      service = await start({ serviceUrls: byService((other) => [desk.line(other).url]) });
      desk.otherwise = service.others;
    });
    after(() => service?.stop());
    sharedContracts(name, desk);
    for (const [provider, operations] of Object.entries(uses as Record<string, Record<string, Use<Started, unknown>>>)) {
      for (const [operationId, { when, given, ...use }] of Object.entries(operations)) {
        test(`it can use what ${provider} answers to ${operationId}`, async () => {
          const interaction = { ...use, ...operationNamed(name, provider, operationId, given) };
          await desk.line(provider).during(interaction, (standFor) => when(service, standFor));
        });
      }
    }
    const examples = Object.entries(events);
    for (const [provider, types] of Object.entries(follows.states ?? {})) {
      for (const type of Object.keys(types)) {
        const [, example] = examples.find(([event]) => event === `${type}.state`)!;
        stateContract({ name, provider, type, example }, desk, () => service);
      }
    }
    for (const [type, example] of examples) {
      for (const provider of publishersOf(follows, type)) eventContract({ name, provider, type, example }, desk, () => service);
    }
    test('are as committed', () => desk.settle());
  });
}

/** The lines of a consumer to all providers, and the folder that its contracts are written to. */
interface Desk {
  folder: string;
  otherwise: string | undefined;
  open(): Promise<void>;
  line(provider: string): Line;
  settle(): void;
}

function deskOf(consumer: string): Desk {
  const lines = new Map<string, Line>();
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-contracts-'));
  const desk: Desk = {
    folder,
    otherwise: undefined,
    open: async () => {
      for (const provider of serviceNames.filter((each) => !lines.has(each)))
        lines.set(provider, await openLine({ consumer, provider, folder, otherwise: () => desk.otherwise }));
    },
    line: (provider) => lines.get(provider)!,
    settle: () => settleContracts(consumer, folder),
  };
  before(() => desk.open());
  after(async () => {
    await Promise.all([...lines.values()].map((line) => line.close()));
    rmSync(folder, { recursive: true, force: true });
  });
  return desk;
}

function operationNamed(
  name: string,
  provider: string,
  operationId: string,
  given: string,
): Pick<Interaction, 'description' | 'given' | 'isAsked'> {
  const { method, path } = operationsFor(name)[provider]![operationId]!;
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return { description: operationId, given: [`asked by ${name}`, given], isAsked: (sent, at) => sent === method && pattern.test(at) };
}

const askFor = (name: string, desk: Desk) =>
  neighbourClient({ urls: byService((other) => [desk.line(other).url]), tokens: tokensOf(name) });

/** What every service but identity reads of identity, so that ended sessions are refused. */
function sharedContracts(name: string, desk: Desk): void {
  if (!operationsFor(name)['identity']?.['listRevocations']) return;
  test('it refuses a session that identity lists as ended', async () => {
    const clock = (): Date => new Date('2026-11-01T12:00:00Z');
    const answers = { items: [{ seq: 7, sid: SESSION, expires_at: '2026-11-01T12:15:00.000Z' }], last: 7 };
    const interaction = { ...operationNamed(name, 'identity', 'listRevocations', 'a session that has ended'), answers };
    await desk.line('identity').during(interaction, async () => {
      const read = revocationsOver(askFor(name, desk));
      // One page: the mock server would answer the next question alike, and so for ever.
      const once = async (after: number) => (after === 0 ? read(after) : { items: [], last: after });
      const poll = revocationPoll({ read: once, clock });
      await poll.ready;
      poll.stop();
      assert.ok(poll.isRevoked(SESSION));
    });
  });
}

interface Followed {
  name: string;
  provider: string;
  type: string;
  example: unknown;
}

/** That a state which is missing here is read from its owner. */
function stateContract({ name, provider, type, example }: Followed, desk: Desk, service: () => TestService): void {
  test(`it takes over ${type} as ${provider}, which owns it, answers it`, async () => {
    const { database } = service().service;
    const owner = { service: provider as 'identity', types: [type] };
    const repair = owners({ owners: [owner], ask: askFor(name, desk), database, clock: () => new Date() });
    const interaction: Interaction = {
      ...operationNamed(name, provider, 'getState', oneOf(type)),
      ...{ description: `getState of a ${type}`, parameters: { key: KEY } },
      answers: { type: MatchersV3.equal(type), key: KEY, version: 1, state: example },
    };
    await desk.line(provider).during(interaction, () => repair.repair([{ type, key: KEY }], within(5_000)));
    assert.deepEqual((await service().state(type, KEY))?.state, plain(example));
  });
}

/** Provider states with one aggregate of a type, `one price list`, or with one to which a fact has happened, `one project.shared`. */
const oneOf = (type: string): string => `one ${type.replaceAll('_', ' ')}`;

let count = 0;

/** That an event which comes by the log takes effect: a state is in the replica, a fact was handled. */
function eventContract({ name, provider, type, example }: Followed, desk: Desk, service: () => TestService): void {
  test(`it takes over ${type} as ${provider} publishes it`, async () => {
    const aggregate = type.slice(0, type.lastIndexOf('.'));
    const isState = type.endsWith('.state');
    const key = (example as { gid?: string }).gid ?? `019a0000-0000-7000-8000-${String(++count).padStart(12, '0')}`;
    const { equal, like, regex, integer } = MatchersV3;
    const envelope = {
      ...{ specversion: equal('1.0'), id: like(`event-${provider}-${type}`), source: equal(`/services/${provider}`) },
      ...{ type: equal(type), subject: regex(`^${aggregate}/.+$`, `${aggregate}/${plain(key)}`) },
      ...{ time: like('2026-11-07T16:30:00.000Z'), datacontenttype: equal('application/json') },
      ...(isState ? { dataversion: integer(1) } : {}),
      data: demanded(example),
    };
    await new PactV4({ consumer: name, provider, dir: desk.folder, logLevel: 'warn' })
      .addAsynchronousInteraction()
      .given(oneOf(isState ? aggregate : type))
      .expectsToReceive(type, (message) => void message.withJSONContent(envelope))
      .executeTest(async ({ contents }) => {
        const event = contents.content as { id: string; data: unknown };
        await service().receive(provider, event);
        await eventually(async () => {
          if (!isState) return (await handled(service(), event.id)) > 0;
          return assert.deepEqual((await service().state(aggregate, plain(key)))?.state, plain(example));
        });
      });
  });
}

async function handled({ service }: TestService, id: string): Promise<number> {
  const text = 'select count(*)::int as handled from inbox where event_id = $1';
  return (await service.database.query<{ handled: number }>({ text, values: [id] }))[0]!.handled;
}

/** Who publishes the events of a type that a service follows. */
function publishersOf({ states = {}, facts = {} }: Consumer<string, object, TestService>['follows'], type: string): string[] {
  const of = Object.entries(states).filter(([, types]) => Object.keys(types).some((each) => `${each}.state` === type));
  const told = Object.entries(facts as Record<string, { types: readonly string[] }>).filter(([, { types }]) => types.includes(type));
  return [...of, ...told].map(([service]) => service);
}
