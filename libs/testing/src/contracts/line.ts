import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { demanded, fromState, textFromState } from './examples.ts';

/** One request of a consumer, and what it wants to be answered. The request itself is the one that it sends. */
export interface Interaction {
  description: string;
  /** What has to be there at the provider, by the names of provider states. */
  given: readonly string[];
  /** Values of the example that the provider replaces by its own, by the names that the provider state gives them. */
  parameters?: Readonly<Record<string, string>>;
  /** Fields of the body that differ each time, as the contract shows them. */
  varying?: Readonly<Record<string, string>>;
  /** Which request it is. */
  isAsked(method: string, path: string): boolean;
  status?: number;
  /** Of the answer, as Pact's matchers or examples. */
  headers?: MatchersV3.TemplateHeaders;
  /** An example of the body, with the fields that the consumer reads. */
  answers?: unknown;
}

/**
 * Says that in the contract a parameter stands for this value, which only the run knows. The consumer sends and is answered the value, the
 * contract has the parameter's. Returns the value.
 */
export type StandFor = (parameter: string, value: string) => string;

/** Stands between a consumer and a provider: what is agreed on goes to Pact's mock server, everything else elsewhere. */
export interface Line {
  readonly url: string;
  /** Has the consumer send the request while it does `act`. Throws when it did not, or when it sent something else. */
  during<Result>(interaction: Interaction, act: (standFor: StandFor) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The two sides of a contract, and the folder that it is written to. */
export interface LineOptions {
  consumer: string;
  provider: string;
  folder: string;
  /** Base URL of what answers everything else; nothing does without it. */
  otherwise: () => string | undefined;
}

interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: string;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Opens one. */
export async function openLine(options: LineOptions): Promise<Line> {
  let expected: Interaction | undefined;
  // What is asked again, by a poll for instance, is answered alike.
  let answer: Promise<Answer> | undefined;
  let stands: [example: string, value: string][] = [];
  const inContract = (text: string): string => stands.reduce((left, [example, value]) => left.replaceAll(value, example), text);
  const inRun = (text: string): string => stands.reduce((left, [example, value]) => left.replaceAll(example, value), text);
  const server = createServer((request, response) => {
    const reply = ({ status, headers, body }: Answer): void => void response.writeHead(status, headers).end(body);
    void (async () => {
      const sent = await sentIn(request);
      if (!expected?.isAsked(sent.method, sent.path)) return reply(await elsewhere(options.otherwise(), request.url!, sent));
      answer ??= agreeOn(options, expected, JSON.parse(inContract(JSON.stringify(sent))) as Sent);
      reply(JSON.parse(inRun(JSON.stringify(await answer))) as Answer);
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    during: async (interaction, act) => {
      [expected, answer, stands] = [interaction, undefined, []];
      const standFor: StandFor = (parameter, value) => (stands.push([interaction.parameters![parameter]!, value]), value);
      try {
        const result = await act(standFor).catch(async (error: unknown) => (await answer, Promise.reject(error)));
        if (!answer) throw new Error(`${options.consumer} did not ask ${options.provider}: ${interaction.description}`);
        await answer;
        return result;
      } finally {
        expected = undefined;
      }
    },
    close: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}

/** Headers that mean something to providers; an idempotency key is another one each time. */
const meaningful = ['authorization', 'content-type', 'if-match'];

async function sentIn(request: IncomingMessage): Promise<Sent> {
  const { pathname, searchParams } = new URL(request.url!, 'http://provider');
  const [, boundary] = /boundary=(\S+)/.exec(request.headers['content-type'] ?? '') ?? [];
  // The boundary of a multipart body is another one each time.
  const steady = (content: string): string => (boundary === undefined ? content : content.replaceAll(boundary, 'boundary'));
  const headers = Object.entries(request.headers as Record<string, string>).filter(([name]) => meaningful.includes(name));
  return {
    ...{ method: request.method!, path: pathname, query: Object.fromEntries(searchParams), body: steady(await text(request)) },
    headers: Object.fromEntries(headers.map(([name, value]) => [name, steady(value)])),
  };
}

async function elsewhere(base: string | undefined, address: string, { method, headers, body }: Sent): Promise<Answer> {
  if (base === undefined) return { status: 404, headers: {}, body: '' };
  return answerIn(await fetch(new URL(address, base), { method, headers, ...(body === '' ? {} : { body }) }));
}

async function answerIn(response: Response): Promise<Answer> {
  const headers = [...response.headers].filter(([name]) => ['content-type', 'location', 'etag'].includes(name));
  return { status: response.status, headers: Object.fromEntries(headers), body: await response.text() };
}

/** Writes the contract from what was sent, and has Pact's mock server answer it. */
async function agreeOn({ consumer, provider, folder }: LineOptions, interaction: Interaction, sent: Sent): Promise<Answer> {
  const { description, given, parameters = {}, status = 200, headers = {}, answers } = interaction;
  const { authorization, 'content-type': type = '', ...others } = sent.headers;
  const isJson = type.startsWith('application/json');
  const body = isJson ? JSON.stringify(jsonOf(interaction, sent)) : sent.body;
  const begun = new PactV4({ consumer, provider, dir: folder, logLevel: 'warn' }).addInteraction();
  given.forEach((state) => begun.given(state));
  const agreed = begun
    .uponReceiving(description)
    .withRequest(sent.method, textFromState(sent.path, parameters), (request) => {
      request.headers({ ...others, ...(authorization ? { authorization: isBearer(authorization) ? anyToken : authorization } : {}) });
      request.query(fromState(sent.query, parameters) as Record<string, string>);
      if (isJson) request.headers({ 'content-type': type }).jsonBody(fromState(JSON.parse(body), parameters));
      else if (body !== '') withText(request, type, body);
    })
    .willRespondWith(status, (response) => {
      response.headers(headers);
      if (answers !== undefined) response.jsonBody(demanded(answers));
    });
  const answered = await agreed.executeTest(async ({ url }) => {
    const query = new URLSearchParams(sent.query).toString();
    const address = `${url}${sent.path}${query === '' ? '' : `?${query}`}`;
    return answerIn(await fetch(address, { method: sent.method, headers: sent.headers, ...(body === '' ? {} : { body }) }));
  });
  return answered!;
}

/** Pact's builder knows texts of JSON and XML only; what it builds on takes those of any type. */
function withText(request: object, type: string, body: string): void {
  (request as { interaction: { withRequestBody(content: string, type: string): void } }).interaction.withRequestBody(body, type);
}

const isBearer = (authorization: string): boolean => authorization.startsWith('Bearer ');
const anyToken = MatchersV3.regex('^Bearer .+$', 'Bearer token');

/** With examples of what differs each time. */
function jsonOf({ varying = {} }: Interaction, { body }: Sent): object {
  const value = JSON.parse(body) as object;
  return Array.isArray(value) ? value : { ...value, ...varying };
}
