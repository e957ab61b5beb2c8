import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { Refusal } from './refusal.ts';
import { openTokens } from './tokens.ts';
import { createProject } from './order.ts';
import { getProject, listProjects, openPrincipals } from './reads.ts';

// The server that a careful person would write for these three requests and nothing else: node:http, pg, SQL. The benchmark
// compares our services with it.

const { DATABASE_URL: connectionString, DATABASE_POOL_SIZE, ISSUER = '', IDENTITY_URL = '', PORT, HOST } = process.env;
const pool = new pg.Pool({
  connectionString,
  max: Number(DATABASE_POOL_SIZE),
  application_name: 'hand-written',
  // Every statement here is prepared and has one good plan; by default PostgreSQL would plan the lists again each time.
  options: '-c timezone=UTC -c plan_cache_mode=force_generic_plan',
});
pool.on('error', (error) => process.stderr.write(`${String(error)}\n`));
const tokens = await openTokens(ISSUER, IDENTITY_URL);
const principals = openPrincipals(pool);

createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  handle(request, response).catch((error: unknown) => {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'Something went wrong on our side');
    if (!(error instanceof Refusal)) process.stderr.write(`${String(error)}\n`);
    send(response, refusal.status, JSON.stringify({ error: { code: refusal.status, message: refusal.message } }));
  });
}).listen(Number(PORT), HOST);

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request;
  if (url === '/readyz') return send(response, 200, '"ready"');
  response.setHeader('X-Request-Id', randomUUID());
  const user = tokens.check(request.headers.authorization);
  if (method === 'POST' && url === '/v1/projects') {
    const location = await createProject(pool, user, await bodyOf(request));
    response.writeHead(201, { Location: location, 'Content-Length': 0 }).end();
  } else if (method === 'GET' && url.startsWith('/v1/projects/')) {
    sendTagged(request, response, await getProject(pool, await principals(user), url.slice('/v1/projects/'.length)));
  } else if (method === 'GET' && url.startsWith('/v1/projects?')) {
    send(response, 200, await listProjects(pool, await principals(user), new URLSearchParams(url.slice(url.indexOf('?') + 1))));
  } else throw new Refusal(404, 'Could not find this resource');
}

function sendTagged(request: IncomingMessage, response: ServerResponse, text: string): void {
  const tag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  response.setHeader('ETag', tag).setHeader('Cache-Control', 'private, no-cache').setHeader('Vary', 'Authorization');
  if (request.headers['if-none-match'] === tag) response.writeHead(304).end();
  else send(response, 200, text);
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) }).end(text);
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > 1_048_576) reject(new Refusal(413, 'The body is too large'));
    });
    request.on('end', () => resolve(text)).on('error', reject);
  });
}
