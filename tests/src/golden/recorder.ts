import { gidOf, parsed, type ApiClient } from '@partner-ordering/testing';
import { Operations, type Operation } from '../document.ts';
import { startTestSystem } from '../system.ts';
import type { TestSystem } from '../test-system.ts';
import { EventTap, eventText } from './events.ts';
import { exchangeText } from './exchange-text.ts';
import { withoutTimes, withPlaceholders } from './placeholders.ts';
import { exchange, headerOf, type WireAnswer, type WireRequest } from './wire.ts';

/** Somebody who calls; the corpus shows the name in place of the token. */
export interface Caller {
  name: string;
  client: ApiClient;
}

/** The additions of a call to its operation's method and path. */
export interface Call {
  /** Nobody by default. */
  as?: Caller;
  /** Path parameters, by name. */
  at?: Record<string, string>;
  /** Query parameters; objects are sent as JSON. */
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Sent as JSON; a text or bytes as they are. */
  body?: unknown;
  form?: Record<string, string>;
  /** The number of parts to read, each followed by an empty line, of an answer that has no end. */
  blocks?: number;
  /** Instead of the operation's own. */
  method?: string;
  path?: string;
}

/** An answer; `body` is parsed JSON, or the text if it is none. */
export interface Answer {
  status: number;
  // Scenarios reach into bodies of any shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  /** Gid at the end of `Location`. */
  gid: string;
  location: string;
  etag: string;
  /** The cookie that a browser keeps, as it sends it. */
  cookie: string;
}

/** People of the demo data, signed in. */
export type People = Record<'admin' | 'manager' | 'user' | 'colleague' | 'stranger' | 'robot' | 'uploader' | 'viewer', Caller>;

/** A request and its answer, as sent over the wire. */
export interface Exchange {
  operationId: string;
  title: string;
  request: WireRequest;
  answer: WireAnswer;
}

interface Recorded {
  text: string;
  statuses: Set<string>;
}

/** A system of its own on which one scenario plays, and what is written down of it. */
export class Stage {
  readonly system: TestSystem;
  readonly people: People;
  readonly operations: Operations;
  /** Exchanges whose status is another than their title says. */
  readonly unexpected: string[] = [];
  /** All of them, as they came. */
  readonly exchanges: Exchange[] = [];
  readonly #tap: EventTap;
  readonly #recorded = new Map<string, Recorded>();
  /** The tagged body of each entity tag. */
  readonly #tagged = new Map<string, string>();

  private constructor(system: TestSystem, people: People, operations: Operations, tap: EventTap) {
    [this.system, this.people, this.operations, this.#tap] = [system, people, operations, tap];
  }

  /** Starts the system as in production: answers are not checked, so they are the bytes that a client gets. */
  static async open(variables: Readonly<Record<string, string>> = {}): Promise<Stage> {
    const tap = new EventTap();
    const system = await startTestSystem({ between: tap.intercept, validateResponses: false, variables });
    const stage = new Stage(system, await signInAll(system), await Operations.read(system.url), tap);
    await stage.unrecorded(() => undefined);
    return stage;
  }

  operation(operationId: string): Operation {
    const found = this.operations.all.find((one) => one.operationId === operationId);
    if (!found) throw new Error(`${operationId}: there is no such operation`);
    return found;
  }

  /** Does what the corpus does not show, with all that follows from it. */
  async unrecorded<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const result = await work();
    await this.#tap.settled(this.system);
    this.#tap.take();
    return result;
  }

  /**
   * Calls an operation and writes down what goes over the wire and which events follow.
   * @param title begins with the status that is expected; without one it is put before
   */
  async record(operationId: string, title: string, call: Call = {}): Promise<Answer> {
    const { method, path } = this.operation(operationId);
    const request = requestOf(call.method ?? method, call.path ?? path, call);
    this.#assertNothingPublished(`${operationId}, ${title}`);
    const answer = await exchange(this.system.url, withToken(request, call.as), call.blocks);
    this.exchanges.push({ operationId, title, request, answer });
    // A read or a refusal publishes nothing; if it did, the next exchange would show it.
    if (!['GET', 'HEAD'].includes(request.method) && answer.status < 400) await this.#tap.settled(this.system);
    const expected = /^\d{3}(?= )/.exec(title)?.[0];
    if (expected !== undefined && expected !== String(answer.status))
      this.unexpected.push(`${operationId}, "${title}": ${answer.statusLine} ${answer.body.toString().slice(0, 300)}`);
    const tag = /^"([\w-]{27}(?::[\w-]{27})?)"$/.exec(headerOf(answer, 'etag') ?? '')?.[1];
    if (tag !== undefined && answer.body.length > 0) this.#tagged.set(tag, withoutTimes(answer.body.toString()));
    const heading = expected === undefined ? `${answer.status} ${title}` : title;
    const events = this.#tap.take().map(eventText);
    this.#note(operationId, answer.status, exchangeText(heading, request, call.as?.name, answer, events));
    return answerOf(answer);
  }

  /** Says that nothing more is recorded; throws where something was published that no exchange shows. */
  async end(): Promise<void> {
    await this.#tap.settled(this.system);
    this.#assertNothingPublished('the end');
  }

  /** The recorded exchanges, by operation, with placeholders. */
  get texts(): Map<string, string> {
    return new Map([...this.#recorded].map(([operationId, { text }]) => [operationId, withPlaceholders(text, this.#tagged)]));
  }

  get statuses(): Map<string, ReadonlySet<string>> {
    return new Map([...this.#recorded].map(([operationId, { statuses }]) => [operationId, statuses]));
  }

  #assertNothingPublished(before: string): void {
    const [event] = this.#tap.take();
    if (event) throw new Error(`${before}: ${event.event.type} was published before; wrap it in unrecorded()`);
  }

  #note(operationId: string, status: number, text: string): void {
    const recorded = this.#recorded.get(operationId) ?? { text: '', statuses: new Set<string>() };
    recorded.text += recorded.text === '' ? text : `\n${text}`;
    recorded.statuses.add(String(status));
    this.#recorded.set(operationId, recorded);
  }
}

async function signInAll(system: TestSystem): Promise<People> {
  const person = async (name: string, email: string, scope?: string): Promise<Caller> => ({
    name,
    client: await system.signIn(email, scope),
  });
  const [admin, manager, user, colleague, stranger, uploader, viewer, { body }] = await Promise.all([
    person('admin', 'admin@example.com'),
    person('manager', 'manager@example.com'),
    person('user', 'user@example.com'),
    person('colleague', 'colleague@example.com'),
    person('manager of another organization', 'manager@other.example.com'),
    person('user, scope upload_files', 'user@example.com', 'upload_files'),
    person('user, scope files', 'user@example.com', 'files'),
    system.oauth('/oauth2/token', { grant_type: 'client_credentials' }),
  ]);
  const robot = { name: 'application', client: system.bearer(body.access_token) };
  return { admin, manager, user, colleague, stranger, robot, uploader, viewer };
}

function requestOf(method: string, path: string, { at = {}, query = {}, headers = {}, body, form }: Call): WireRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (at[name] === undefined) throw new Error(`${path}: say what ${name} is`);
    return encodeURIComponent(at[name]);
  });
  const parameterText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const search = new URLSearchParams(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, parameterText(value)])),
  ).toString();
  const target = search === '' ? filled : `${filled}?${search}`;
  if (form)
    return {
      method,
      target,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: Buffer.from(new URLSearchParams(form).toString()),
    };
  if (body === undefined) return { method, target, headers, body };
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { method, target, headers: { 'content-type': 'application/json', ...headers }, body: bytes };
}

const withToken = (request: WireRequest, caller: Caller | undefined): WireRequest =>
  caller === undefined ? request : { ...request, headers: { authorization: `Bearer ${caller.client.token}`, ...request.headers } };

function answerOf(answer: WireAnswer): Answer {
  const { status } = answer;
  const text = answer.body.toString();
  const valueOf = (name: string) => headerOf(answer, name) ?? '';
  const [location, cookie] = [valueOf('location'), valueOf('set-cookie').split(';')[0]!];
  return { status, body: parsed(text), location, gid: gidOf(location), etag: valueOf('etag'), cookie };
}
