import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { pino } from 'pino';
import { byService, newGid } from '@partner-ordering/kernel';
import type { Service, ServiceConfig } from '@partner-ordering/service';
import { createEvent, postgresTransport, upsertStates, type SharedState } from '@partner-ordering/messaging';
import { ApiClient } from './api-client.ts';
import { testDatabase, testMessaging } from './database.ts';
import { testKeys } from './service-keys.ts';
import { eventually } from './eventually.ts';

/** The user that a test signs in. */
export interface TestUser {
  gid?: string;
  roles?: string[];
  memberOf?: string[];
  manages?: string[];
  scope?: string;
  grant?: 'password' | 'client_credentials';
  /** Until when the token is valid, for a test that sets the clock forward; by default for an hour. */
  until?: Date;
}

/** A state as its event carries it; by default with a new event id and the next version. */
export interface PublishedState extends Omit<SharedState, 'version'> {
  version?: number;
  id?: string;
}

/** One service on a database of its own, with a stand-in for identity's keys; states of other services are put in by hand. */
export interface TestService {
  readonly service: Service;
  readonly url: string;
  /** Puts in states of other services, as their events would. */
  follow(...states: Omit<SharedState, 'version'>[]): Promise<void>;
  /** Has another service publish states, so that the handlers of their events run; resolves when they have. */
  deliver(service: string, ...states: PublishedState[]): Promise<void>;
  /** Has another service publish events as they are, all states or all facts. */
  receive(service: string, ...events: object[]): Promise<void>;
  /** States that only their owning service knows so far: the service under test gets them by read repair. */
  leaveToOwner(...states: Omit<SharedState, 'version'>[]): void;
  /** The public state that the service last published of an aggregate of its own; `version` counts the publications. */
  state<State = unknown>(type: string, key: string): Promise<{ version: number; state: State | null } | undefined>;
  /** Runs a job now, whenever its schedule would, and resolves when it is done. */
  runJob(name: string, data?: object): Promise<void>;
  /** Whether a row says that it was changed after it was made. Clients see whole seconds only. */
  isModified(table: string, gid: string): Promise<boolean>;
  /** Where the stand-in for all other services listens. */
  readonly others: string;
  /** Sets what other services answer to a path under `/internal`, with its query or with any; undefined removes it, then it is 404. */
  answer(path: string, body: Answer | undefined): void;
  /** A client that acts as this user; the principal's state is put in too. */
  signIn(user?: TestUser): Promise<ApiClient & { gid: string }>;
  anonymous: ApiClient;
  stop(): Promise<void>;
}

/** A body, or a function from the body of the question to that of the answer. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = object | ((requestBody: any) => object);

const ISSUER = 'https://partner-ordering.test';

/** Starts a service for a test file; its answers are checked against its document. */
export async function testService(
  name: string,
  create: (config: ServiceConfig) => Promise<Service>,
  overrides: Partial<ServiceConfig> = {},
): Promise<TestService> {
  const keys = await issuerKeys();
  const ownedStates = new Map<string, SharedState>();
  const answers = new Map<string, Answer>();
  const identity = await identityStandIn(keys.jwks, ownedStates, answers);
  const config = (databaseUrl: string, transport: ServiceConfig['transport']): ServiceConfig => ({
    databaseUrl,
    poolSize: 6,
    transport,
    issuer: ISSUER,
    serviceUrls: byService(() => [identity.url]),
    serviceKeys: testKeys(name),
    log: pino({ level: process.env['LOG_LEVEL'] ?? 'error' }),
    clock: () => new Date(),
    validateResponses: true,
    ...overrides,
  });
  const [database, messaging] = await Promise.all([
    testDatabase(name, async (url) => {
      const template = await create(config(url, undefined as never));
      await template.migrate();
      await template.stop();
    }),
    testMessaging(),
  ]);
  const transport = await postgresTransport({ url: messaging.url, logger: pino({ level: 'error' }) });
  const writer = await transport.begin('test');
  const service = await create(config(database.url, transport));
  const { port } = await service.start({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;
  let version = 0;
  const follow: TestService['follow'] = (...states) =>
    upsertStates(
      service.database,
      states.map((state) => ({ ...state, version: ++version })),
    );

  async function receive(owner: string, ...events: object[]): Promise<void> {
    const sentEvents = events as { type: string; subject: string }[];
    const topic = `${owner}.${sentEvents[0]!.type.endsWith('.state') ? 'state' : 'facts'}`;
    await writer.append(
      topic,
      sentEvents.map((event) => ({ key: event.subject, value: JSON.stringify(event) })),
    );
  }

  async function deliver(owner: string, ...states: PublishedState[]): Promise<void> {
    const events = states.map((state) => stateEvent(owner, { version: ++version, id: newGid(), ...state }));
    await writer.append(
      `${owner}.state`,
      events.map((event) => ({ key: event.subject, value: JSON.stringify(event) })),
    );
    const text = 'select count(*)::int as handled from inbox where event_id = any($1)';
    const ids = [...new Set(events.map(({ id }) => id))];
    await eventually(async () => {
      const [inbox] = await service.database.query<{ handled: number }>({ text, values: [ids] });
      return inbox!.handled === ids.length;
    });
  }

  return {
    service,
    url,
    others: identity.url,
    follow,
    deliver,
    receive,
    leaveToOwner: (...states) => {
      for (const state of states)
        ownedStates.set(`/internal/state/${state.type}/${encodeURIComponent(state.key)}`, { ...state, version: ++version });
    },
    state: async (type, key) => {
      const text = 'select version, state from shared_state where type = $1 and key = $2';
      const [row] = await service.database.query<{ version: string; state: never }>({ text, values: [type, key] });
      return row && { version: Number(row.version), state: row.state };
    },
    runJob: async (name, data = {}) => {
      const key = newGid();
      await service.write(async (_tx, { addJob }) => addJob({ name, key, data }));
      const jobQuery = { text: 'select from job where name = $1 and key = $2', values: [name, key] };
      await eventually(async () => (await service.database.query(jobQuery)).length === 0);
    },
    isModified: async (table, gid) => {
      const text = `select modified_at > created_at as is_modified from "${table}" where gid = $1`;
      const [row] = await service.database.query<{ is_modified: boolean | null }>({ text, values: [gid] });
      return row?.is_modified === true;
    },
    answer: (path, body) => void (body ? answers.set(path, body) : answers.delete(path)),
    anonymous: new ApiClient(url),
    signIn: async ({ gid = newGid(), roles = [], memberOf = [], manages = [], scope = 'base', grant = 'password', until } = {}) => {
      const memberships = [...new Set([...memberOf, ...manages])].map((organization) => ({
        organization,
        is_manager: manages.includes(organization),
      }));
      await follow(
        { type: 'principal', key: gid, state: { gid, roles: ['user', ...roles], is_enabled: true, memberships } },
        { type: 'user', key: gid, state: { gid, firstname: 'Robin', lastname: 'Reed', email: `${gid}@example.com`, locale: 'en' } },
      );
      return Object.assign(new ApiClient(url, await keys.token({ sub: gid, scope, gty: grant }, until)), { gid });
    },
    stop: async () => {
      await service.stop();
      await transport.close();
      await identity.close();
      await Promise.all([database.drop(), messaging.drop()]);
    },
  };
}

const stateEvent = (service: string, { type, key, state, version, id }: Required<PublishedState>) => ({
  ...createEvent({ type: `${type}.state`, key, data: state }, { service, now: new Date() }),
  id,
  dataversion: version,
});

let madeKeys: ReturnType<typeof makeIssuerKeys> | undefined;
/** One pair for all services of the process, as making one takes up to a tenth of a second. */
const issuerKeys = () => (madeKeys ??= makeIssuerKeys());

async function makeIssuerKeys() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' };
  return {
    jwks: { keys: [jwk] },
    token: (claims: Record<string, string>, until: Date | '1h' = '1h') =>
      new SignJWT({ client_id: 'test', sid: newGid(), ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'test' })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setIssuedAt()
        .setJti(newGid())
        .setExpirationTime(until)
        .sign(privateKey),
  };
}

/** Answers for identity and the other services: keys, no revocations, and the states and answers that the test has set. */
async function identityStandIn(
  jwks: { keys: JWK[] },
  ownedStates: ReadonlyMap<string, SharedState>,
  answers: ReadonlyMap<string, Answer>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const commonAnswers: Record<string, object> = { '/.well-known/jwks.json': jwks, '/internal/revocations': { items: [], last: 0 } };
    const path = request.url!.split('?')[0]!;
    const answer: Answer | undefined = answers.get(request.url!) ?? answers.get(path) ?? commonAnswers[path] ?? ownedStates.get(path);
    void text(request).then((requestText) => {
      const body = typeof answer === 'function' ? answer(requestText === '' ? undefined : JSON.parse(requestText)) : answer;
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}
