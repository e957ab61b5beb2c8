import { createServer, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { invalidToken } from '@partner-ordering/auth';
import { freePort } from '@partner-ordering/testing';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { createGateway } from './service.ts';
import type { Gateway, GatewayConfig, Route } from './service.ts';

const route = (method: string, path: string, service: string, operationId: string, isPublic = false): Route => ({
  method,
  path,
  service,
  operationId,
  public: isPublic,
  scopes: isPublic ? [] : ['base'],
});

/** A small contract with every kind of path that the real one has. */
export const routes: readonly Route[] = [
  route('get', '/', 'gateway', 'getRoot', true),
  route('get', '/v1/openapi.json', 'gateway', 'getOpenApi', true),
  route('get', '/v1/schema/query', 'gateway', 'getQuerySchema'),
  route('post', '/v1/batch', 'gateway', 'runBatch'),
  route('post', '/oauth2/token', 'identity', 'issueToken', true),
  route('put', '/v1/p/password_resets/{token}', 'identity', 'resetPassword', true),
  route('get', '/v1/projects', 'ordering', 'listProjects'),
  route('post', '/v1/projects', 'ordering', 'createProject'),
  route('get', '/v1/projects/total_count', 'ordering', 'countProjects'),
  route('get', '/v1/projects/{gid}', 'ordering', 'getProject'),
  route('put', '/v1/projects/{gid}', 'ordering', 'updateProject'),
  route('delete', '/v1/projects/{gid}', 'ordering', 'deleteProject'),
  route('get', '/v1/files/{url}', 'ordering', 'signFile'),
  route('post', '/v1/files', 'ordering', 'starFile'),
];

export interface Upstream {
  url: string;
  server: Server;
  /** What arrived, in order. */
  received: { method: string; url: string; headers: IncomingHttpHeaders; rawHeaders: string[] }[];
}

/** A service on the loopback interface; by default it answers 200 with what it was asked. One that is to come back needs a `freePort`. */
export async function startService(test: TestContext, handle: RequestListener = echo, port = 0): Promise<Upstream> {
  const received: Upstream['received'] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers, rawHeaders } = request;
    received.push({ method, url, headers, rawHeaders });
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, received };
}

const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method: request.method, url: request.url, body: Buffer.concat(chunks).toString() }));
  });
};

/** The address of a port that nobody listens on. */
export async function closedAddress(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

export interface StartedGateway extends Gateway {
  url: string;
  port: number;
  log: Record<string, unknown>[];
}

/** A gateway in front of one service that plays all of them, unless `config.services` says otherwise. */
export async function startGateway(
  test: TestContext,
  service: Upstream | string,
  config: Partial<GatewayConfig> = {},
): Promise<StartedGateway> {
  const url = typeof service === 'string' ? service : service.url;
  const log: Record<string, unknown>[] = [];
  const logger: Logger = pino({ level: 'info' }, { write: (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>) });
  const gateway = await createGateway(
    {
      services: { identity: [url], ordering: [url] },
      issuer: 'http://gateway.example',
      environment: 'test',
      serviceSecret: 'a secret of at least thirty-two bytes',
      ...config,
    },
    { logger },
    {
      routes,
      document: '{"openapi":"3.1.0","info":{"version":"1.2.3"}}',
      querySchema: { '/v1/projects': { searchable: ['gid'] } },
      tokens,
    },
  );
  const { port } = await gateway.listen(0, '127.0.0.1');
  test.after(() => gateway.close());
  return { ...gateway, url: `http://127.0.0.1:${port}`, port, log };
}

/** Knows one token, `good`. */
const tokens = {
  async check(token: string) {
    if (token !== 'good') throw invalidToken('The access token is not valid');
  },
  ready: Promise.resolve(),
  stop: () => undefined,
};

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  text: string;
}

/** Sends one request on a connection of its own. */
export function send(
  url: string,
  options: { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer } = {},
): Promise<Received> {
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method, headers, agent: false }, (response) => {
      collect(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, rawHeaders: response.rawHeaders, text });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function collect(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The parsed JSON body. */
export const json = (answer: Received): unknown => JSON.parse(answer.text);
