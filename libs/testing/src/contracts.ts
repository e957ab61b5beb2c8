import assert from 'node:assert/strict';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { byService } from '@partner-ordering/kernel';
import { allServices, serviceClient, operationsFor, deadlineIn, type CallableServices } from '@partner-ordering/service-client';
import { eventually } from './eventually.ts';
import type { TestService } from './service.ts';
import { tokensOf } from './service-keys.ts';

const { eachLike, equal, fromProviderState, integer, like, reify } = MatchersV3;

/** Where the contracts are committed: `<consumer>-<provider>.json`, and partners' own in `partners/<name>/`. */
export const contractFolder = join(import.meta.dirname, '../../../contracts');

/** A value that the provider has to give; of any other value of an example it gives one of the same type. */
export const exactly = <Value extends string | number | boolean>(value: Value): Value => equal(value) as unknown as Value;

/** A value that the provider state gives by this name; the consumer sends, and is answered, the example. */
export const fromState = (name: string, example: string): string => fromProviderState(`\${${name}}`, example) as unknown as string;

/** One use of an operation: what the consumer asks, and the answer with the fields that it reads. */
export type Use<Operation> = Operation extends (input: infer Asks) => Promise<infer Answer>
  ? { given?: string; asks: Asks; answers: Answer }
  : never;

/** Operations that libs call for every service: their contracts need no declaration. */
type Shared = 'getState' | 'listRevocations';

/** One use of each operation that a service may call, by provider. A missing one does not compile. */
export type Uses<Name extends string> = {
  readonly [
    Provider in keyof CallableServices<Name> as Exclude<keyof CallableServices<Name>[Provider], Shared> extends never ? never : Provider
  ]: {
    readonly [Id in Exclude<keyof CallableServices<Name>[Provider], Shared>]: Use<CallableServices<Name>[Provider][Id]>;
  };
};

/** A service as a consumer. */
export interface Consumer<Name extends string, Followed> {
  name: Name;
  uses: Uses<Name>;
  /** `follows` of its generated events. */
  follows?: { readonly states?: Readonly<Record<string, object>>; readonly facts?: Readonly<Record<string, { types: readonly string[] }>> };
  /** An example of each event that it follows, by type. A missing one does not compile. */
  events?: Followed;
  /** Starts the service, which takes the examples of events over. */
  start?: () => Promise<TestService>;
}

/** A use without its types. */
type AnyUse = Use<(asks: Record<string, unknown>) => Promise<unknown>> & { path?: string; parameters?: { type: string } };
type AnyUses = Record<string, Record<string, AnyUse>>;

/** Makes the contracts of a service with all providers: for each operation that it calls, and for each event that it follows. */
export function consumerContracts<Name extends string, Followed extends object>(consumer: Consumer<Name, Followed>): void {
  const { name, uses } = consumer;
  contracts(name, (pactWith) => {
    for (const usesByProvider of [sharedUses(consumer), uses as AnyUses])
      for (const [provider, usesById] of Object.entries(usesByProvider))
        for (const [id, use] of Object.entries(usesById))
          test(`it can use what ${provider} answers to ${id}`, () => agreeOnUse(pactWith(provider), { name, provider, id, use }));
    if (consumer.start) eventContracts(consumer, pactWith);
  });
}

/** Makes contracts of a consumer in a folder of their own and compares them with the committed ones; `CONTRACTS=write` commits them. */
export function contracts(consumer: string, tests: (pactWith: (provider: string) => PactV4) => void): void {
  describe(`contracts of ${consumer}`, () => {
    const dir = mkdtempSync(join(tmpdir(), 'partner-ordering-contracts-'));
    after(() => rmSync(dir, { recursive: true, force: true }));
    tests((provider) => new PactV4({ consumer, provider, dir, logLevel: 'warn' }));
    test('are as committed', () => {
      const filesIn = (cwd: string): string[] => globSync(`${consumer}-*.json`, { cwd }).sort();
      if (process.env['CONTRACTS'] === 'write') {
        for (const file of filesIn(dir)) cpSync(join(dir, file), join(contractFolder, file));
        for (const file of filesIn(contractFolder)) if (!existsSync(join(dir, file))) rmSync(join(contractFolder, file));
      }
      const contentOf = (folder: string) => filesIn(folder).map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))]);
      assert.deepEqual(contentOf(dir), contentOf(contractFolder), 'if that is meant, run `npm run contracts`');
    });
  });
}

/** The fields of an example, each with its type. A list of an example has one item, which all items match. */
export const demanded = (example: unknown): object => like(withLists(example) as object);

function withLists(example: unknown): unknown {
  if (Array.isArray(example)) {
    if (example.length > 1) throw new Error('a list of an example has one item, which all others match');
    return example.length === 0 ? [] : eachLike(withLists(example[0]));
  }
  if (Number.isInteger(example)) return integer(example as number);
  if (typeof example !== 'object' || example === null || MatchersV3.isMatcher(example)) return example;
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, withLists(value)]));
}

const plainData = <Example>(example: Example): Example => (example === undefined ? example : (reify(example) as Example));

/** Asks as the consumer does, with the one client of all calls between services. */
async function agreeOnUse(
  pact: PactV4,
  { name, provider, id, use }: { name: string; provider: string; id: string; use: AnyUse },
): Promise<void> {
  const { given, parameters, asks, answers } = use;
  const { method, path } = operationsFor(name)[provider]![id]!;
  const interaction = pact.addInteraction();
  if (given !== undefined) interaction.given(given, parameters);
  await interaction
    .uponReceiving(id)
    .withRequest(method, use.path ?? path, (request) => {
      if (method === 'POST') request.jsonBody(asks);
      else if (!use.path) request.query(queryOf(asks));
    })
    .willRespondWith(answers === undefined ? 204 : 200, (response) => {
      if (answers !== undefined) response.jsonBody(demanded(answers));
    })
    .executeTest(async ({ url }) => {
      const client = serviceClient({ urls: byService(() => [url]), tokens: tokensOf(name) });
      const services = allServices(client, deadlineIn(5_000)) as unknown as Record<
        string,
        Record<string, (asks: object) => Promise<unknown>>
      >;
      assert.deepEqual(await services[provider]![id]!(plainData(asks)), plainData(answers));
    });
}

/** Pact wants texts here. */
const queryOf = (asks: AnyUse['asks']) =>
  Object.fromEntries(Object.entries(asks).map(([name, value]) => [name, typeof value === 'number' ? String(value) : (value as string)]));

const SESSION = '019a0000-0000-7000-8000-0000000000e1';
const KEY = '019a0000-0000-7000-8000-0000000000e2';

/** The calls that every service makes: which sessions have ended, and a state that is missing here. */
function sharedUses({ name, follows = {}, events = {} }: Consumer<string, object>): AnyUses {
  const answers = { items: [{ seq: 7, sid: SESSION, expires_at: '2026-11-01T12:15:00.000Z' }], last: 7 };
  const isAsked = operationsFor(name)['identity']?.['listRevocations'] !== undefined;
  const revocations = { listRevocations: { given: 'a session that has ended', asks: { after: 0 }, answers } };
  const states = Object.entries(follows.states ?? {}).map(([provider, types]) => {
    const type = Object.keys(types)[0]!;
    const path = fromProviderState(`/internal/state/${type}/\${key}`, `/internal/state/${type}/${KEY}`) as unknown as string;
    const state = (events as Record<string, unknown>)[`${type}.state`];
    const answers = { type: exactly(type), key: KEY, version: 1, state };
    return [provider, { getState: { given: 'a public state', parameters: { type }, path, asks: { type, key: KEY }, answers } }];
  });
  const uses = Object.fromEntries(states) as AnyUses;
  return isAsked ? { ...uses, identity: { ...uses['identity'], ...revocations } } : uses;
}

/** The service takes over each event: a state is then in its replica, a fact in its inbox. */
function eventContracts({ follows, events = {}, start }: Consumer<string, object>, pactWith: (provider: string) => PactV4): void {
  let service: TestService;
  before(async () => {
    service = await start!();
  });
  after(() => service?.stop());
  const takes = async (provider: string, event: CloudEvent): Promise<void> => {
    await service.receive(provider, event);
    const [aggregate, key] = event.subject.split('/') as [string, string];
    // What was rejected is in the inbox, too.
    const inbox = { text: 'select from inbox where event_id = $1 and not exists (select from dead_letter)', values: [event.id] };
    await eventually(async () => {
      if (event.type.endsWith('.state')) return assert.deepEqual((await service.state(aggregate, key))?.state, event.data);
      return (await service.service.database.query(inbox)).length === 1;
    });
  };
  for (const [type, example] of Object.entries(events))
    for (const provider of publishersOf(follows!, type))
      test(`it takes over ${type} as ${provider} publishes it`, () =>
        pactWith(provider)
          .addAsynchronousInteraction()
          .expectsToReceive(type, (message) => void message.withJSONContent(eventOf({ provider, type, example })))
          .executeTest(({ contents }) => takes(provider, contents.content as unknown as CloudEvent)));
}

interface CloudEvent {
  id: string;
  type: string;
  subject: string;
  data: unknown;
}

function eventOf({ provider, type, example }: { provider: string; type: string; example: unknown }): object {
  const aggregate = type.slice(0, type.lastIndexOf('.'));
  const key = (example as { gid?: string }).gid ?? KEY;
  return demanded({
    specversion: '1.0',
    id: `event-${provider}-${type}`,
    source: `/services/${provider}`,
    type: exactly(type),
    subject: `${aggregate}/${key}`,
    time: '2026-11-07T16:30:00.000Z',
    datacontenttype: 'application/json',
    ...(type.endsWith('.state') ? { dataversion: 1 } : {}),
    data: example,
  });
}

/** The services that publish the events of a type that a service follows. */
function publishersOf({ states = {}, facts = {} }: NonNullable<Consumer<string, object>['follows']>, type: string): string[] {
  const stateProviders = Object.entries(states).filter(([, types]) => Object.keys(types).some((each) => `${each}.state` === type));
  const factProviders = Object.entries(facts).filter(([, { types }]) => types.includes(type));
  return [...stateProviders, ...factProviders].map(([service]) => service);
}
