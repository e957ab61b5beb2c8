import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql';
import {
  constraintOf,
  isConflict,
  lastStatements,
  readSeveral,
  type ConstraintDetails,
  type Database,
  type Transaction,
} from '@partner-ordering/data';
import { addJobs, type JobData, type NewJob } from '@partner-ordering/jobs';
import { crashPoint, publishes, recordEvents, type FactRecord, type Relay } from '@partner-ordering/messaging';
import { notFound, type Principal } from '@partner-ordering/kernel';
import { activeSpan } from '@partner-ordering/tracing';
import type { PayloadPart, Publications, RepublishedState, WebhookPayload } from './publications.ts';

/** The outcome of a transaction's work: `done` commits, the others roll back. `ask` fetches a missing answer, and the work runs again. */
export type Outcome<Answer> =
  | { kind: 'done'; answer: Answer }
  | { kind: 'roll back'; answer: Answer }
  | { kind: 'ask'; ask: () => Promise<void> };

export interface WriteOptions<Answer> {
  now: Date;
  traceparent?: string | undefined;
  work: (tx: Transaction, sideEffects: SideEffects) => Promise<Outcome<Answer>>;
  /** Runs last, before the commit. */
  end?: ((tx: Transaction) => Promise<void>) | undefined;
}

export interface WriteRuntime extends Recorder {
  readonly database: Database;
  readonly relay: Pick<Relay, 'wake'>;
  readonly constraints: ConstraintDetails;
}

const MAX_ATTEMPTS = 4;

/** Commits what `work` changes together with its events and jobs, and wakes the relay if there are events. Runs again after a deadlock. */
export async function runWrite<Answer>(runtime: WriteRuntime, options: WriteOptions<Answer>): Promise<Answer> {
  const { database, constraints, relay } = runtime;
  for (let attempts = 1; ;) {
    let outcome: Outcome<Answer>;
    let isPublishing = false;
    try {
      const work = async (tx: Transaction): Promise<Outcome<Answer>> => {
        const done = await inTransaction(runtime, options, tx);
        isPublishing = publishes(tx);
        return done;
      };
      outcome = await database.transactional(work, { commits: ({ kind }) => kind === 'done' });
    } catch (error) {
      const mayPass = isConflict(error) || constraints[constraintOf(error) ?? ''] === 'retry';
      if (!mayPass || attempts === MAX_ATTEMPTS) throw error;
      attempts += 1;
      continue;
    }
    if (outcome.kind === 'ask') {
      await outcome.ask();
      continue;
    }
    if (outcome.kind === 'done') {
      crashPoint('after-commit');
      if (isPublishing) relay.wake();
    }
    return outcome.answer;
  }
}

async function inTransaction<Answer>(
  runtime: WriteRuntime,
  { work, end, ...options }: WriteOptions<Answer>,
  tx: Transaction,
): Promise<Outcome<Answer>> {
  const sideEffects: SideEffects = { facts: [], states: [], jobs: [] };
  const outcome = await work(tx, sideEffects);
  if (outcome.kind !== 'done') return outcome;
  await lastStatements(() => recordChanges(runtime, tx, sideEffects, options));
  await end?.(tx);
  crashPoint('before-commit');
  return outcome;
}

/** Writes of the service itself, which no request asked for. `end` runs last, before the commit. */
export const writeAlone =
  (runtime: WriteRuntime, clock: () => Date) =>
  (work: (tx: Transaction, context: WriteContext) => Promise<void>, end?: WriteOptions<void>['end']): Promise<void> => {
    const now = clock();
    return runWrite<void>(runtime, {
      now,
      work: async (tx, sideEffects) => {
        const context = writeContext(() => sideEffects, now);
        return { kind: 'done', answer: await work(tx, context) };
      },
      end,
    });
  };

type AddAnyJob = (job: Pick<NewJob, 'name' | 'key' | 'runAt' | 'lane'> & { data: object }) => void;

/** Adds a job, which runs after the commit. `Jobs` maps names to data; the default takes any job, so general code fits every service. */
export type AddJob<Jobs = JobData> = JobData extends Jobs ? AddAnyJob : (job: NewJob<Jobs>) => void;

/** The context of work in a transaction. */
export interface WriteContext<Jobs = JobData> {
  readonly now: Date;
  /** Records a fact, named in the past tense (`project.published`). It is published if the transaction commits. */
  publish(type: string, key: string, data: object): void;
  /**
   * Publishes a state of this service whose entities have not changed. `isLocked`: the transaction locked its row before it read it or, for
   * a state of several rows or without sources, took `stateLock` before it wrote. A state of one row throws without it. `state`: what a
   * statement under this lock returned, so that it need not be read.
   */
  publishAgain(type: string, key: string, options?: { isLocked: true; state?: object | undefined }): void;
  /** Adds a job to the service's queue. It runs if the transaction commits, at once unless it has a `runAt`. */
  readonly addJob: AddJob<Jobs>;
}

/** A transaction's facts, states and jobs besides its changed rows. */
export interface SideEffects {
  readonly facts: FactRecord[];
  readonly states: RepublishedState[];
  readonly jobs: NewJob[];
}

export const writeContext = (sideEffects: () => SideEffects, now: Date): WriteContext => ({
  now,
  publish: (type, key, data) => void sideEffects().facts.push({ type, key, data }),
  publishAgain: (type, key, options) => void sideEffects().states.push({ type, key, ...options }),
  addJob: (job) => void sideEffects().jobs.push(job),
});

/** Records the changes of a service. */
export interface Recorder {
  /** Bare name of the service: `ordering`. */
  readonly name: string;
  readonly publications: Publications;
  readonly jobQueue: JobQueue;
}

/** Writes the entities, public states, facts with their webhook payloads, and jobs of a transaction. */
export async function recordChanges(
  { name, publications, jobQueue }: Recorder,
  tx: Transaction,
  sideEffects: SideEffects,
  { now, traceparent }: { now: Date; traceparent?: string | ((key: string) => string | undefined) | undefined },
): Promise<void> {
  const facts = await flushWithPayloads(tx, sideEffects.facts, publications);
  const states = await publications.collect(tx, sideEffects.states);
  const trace = typeof traceparent === 'function' ? traceparent : (activeSpan()?.traceparent ?? traceparent);
  await recordEvents(tx, name, { states, facts }, { now, traceparent: trace });
  if (sideEffects.jobs.length > 0) await jobQueue.add(tx, sideEffects.jobs, now);
}

/**
 * Flushes a transaction. Returns its facts with their webhook payloads: JSON text in `payload`, since the outbox would reorder an object.
 * Each row is read once. An unreadable part fails the transaction, so nothing changes without its event.
 */
async function flushWithPayloads(tx: Transaction, facts: readonly FactRecord[], { webhookPayloads }: Publications): Promise<FactRecord[]> {
  const payloads = facts.map(({ type, data, key }) => webhookPayloads[type]?.(data, key));
  const texts: TextsOfParts = new Map();
  await readParts(tx, payloads, { isOfRemoved: true, texts });
  await tx.em.flush();
  await readParts(tx, payloads, { isOfRemoved: false, texts });
  return facts.map((fact, index) => withPayload(fact, payloads[index], texts));
}

type TextsOfParts = Map<PayloadPart, string | undefined>;

/** Reads the rows of the same declaration and reader in one statement. */
async function readParts(
  tx: Transaction,
  payloads: readonly (WebhookPayload | undefined)[],
  { isOfRemoved, texts }: { isOfRemoved: boolean; texts: TextsOfParts },
): Promise<void> {
  const groups = new Map<string, { principal: Principal; parts: PayloadPart[] }>();
  for (const payload of payloads) {
    if (!payload || (payload.isOfRemoved ?? false) !== isOfRemoved) continue;
    const principal = payload.as;
    for (const part of Object.values<PayloadPart>(payload.parts)) {
      const name = JSON.stringify([part.declaration, part.parent, principal]);
      const group = groups.get(name) ?? { principal, parts: [] };
      group.parts.push(part);
      groups.set(name, group);
    }
  }
  for (const { principal, parts } of groups.values()) {
    const [{ resource, fields, parent }] = parts as [PayloadPart];
    const gids = parts.map(({ gid }) => gid);
    const found = await readSeveral(tx, resource, { gids, principal, fields, ...(parent && { parent }) });
    for (const part of parts) texts.set(part, found.get(part.gid));
  }
}

function withPayload(fact: FactRecord, payload: WebhookPayload | undefined, texts: TextsOfParts): FactRecord {
  if (!payload) return fact;
  const fields: string[] = [];
  for (const [name, part] of Object.entries<PayloadPart>(payload.parts)) {
    const text = texts.get(part);
    // A fault of ours, not a 404: the table of payloads is wrong, or a row was removed too early.
    if (text === undefined)
      throw new Error(`The fact ${fact.type} of ${fact.key} cannot show its ${name}`, { cause: notFound(part.resource.noun) });
    fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return { ...fact, data: { ...(fact.data as object), payload: `{${fields.join(',')}}` } };
}

/** Adds jobs in transactions and wakes the worker after their commits. One per database. */
export class JobQueue implements EventSubscriber {
  readonly #wake: () => void;
  readonly #adding = new WeakSet<EntityManager>();

  constructor(wake: () => void) {
    this.#wake = wake;
  }

  async add(tx: Transaction, jobs: readonly NewJob[], now: Date): Promise<void> {
    this.#adding.add(tx.em);
    await addJobs(tx, jobs, now);
  }

  afterTransactionCommit({ em }: TransactionEventArgs): void {
    if (this.#adding.has(em as EntityManager)) this.#wake();
  }
}
