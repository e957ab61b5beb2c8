import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { text } from 'node:stream/consumers';
import { startGateway, startService, type Upstream } from '../fixtures/test-gateway.ts';

/** Each way to write a letter, a slash and a step up, as servers and proxies have been seen to read them. */
const words = [
  'internal',
  'INTERNAL',
  'Internal',
  '%69nternal',
  'interna%6C',
  '%2569nternal',
  'ınternal',
  'internal%00',
  'internal;x=1',
  'internal.',
];
const slashes = [
  '/',
  '//',
  '/./',
  '/%2e/',
  '%2f',
  '%2F',
  '%252f',
  '%5c',
  '\\',
  '/;/',
  '/%20',
  '/%09',
  '/%c0%af',
  '/%e2%88%95',
  '/v1/../',
  '/v1/%2e%2e/',
];
const detours = [
  '/v1/projects/..',
  '/v1/projects/1/../../..',
  '/v1/projects/%2e%2e/..',
  '/v1/files/..%2f..%2f..',
  '/v1/files/..%5c..',
  '/v1/..;',
  '/v1',
];
const absolute = ['http://127.0.0.1', 'HTTP://gateway.example', 'http://user@gateway.example:80', 'https://[::1]'];

const paths = [
  ...words.flatMap((word) => slashes.map((slash) => `${slash.startsWith('/') ? '' : '/'}${slash}${word}${slash}state/user/1`)),
  ...words.flatMap((word) => detours.map((detour) => `${detour}/${word}/state/user/1`)),
  ...absolute.map((start) => `${start}/internal/state/user/1`),
  // Alone in the place of a name: a service that tidies paths up would leave its folder by them.
  ...['.', '..', '%2e', '%2E%2e', '.%2E'].map((segment) => `/v1/projects/${segment}`),
  ...['/internal', '/internal/', '/internal?x', '/internal#', '/internal/state/user/1/', 'internal/state/user/1', '*', '@internal/state'],
];

/**
 * One segment that names a project or a file, whatever is encoded in it; a service splits a path before it decodes it, and no dot segment
 * is among them.
 */
const named = /^\/v1\/(?:projects|files)\/(?!(?:\.|%2e){1,2}$)[^/\\]+$/i;

/** Counts what arrived; what is no name of a project or a file is a breach. */
const breaches = ({ received }: Upstream, before: number): string[] =>
  received
    .slice(before)
    .map(({ url }) => url)
    .filter((url) => !named.test(url));

/** Asks for each path by GET and by POST: none of them may breach, and what reaches no service is answered by one of `refusals`. */
async function reachesNone<Status>(
  service: Upstream,
  ask: (method: string, path: string) => Promise<Status>,
  refusals: readonly Status[],
): Promise<void> {
  const reached: string[] = [];
  for (const path of paths) {
    for (const method of ['GET', 'POST']) {
      const before = service.received.length;
      const status = await ask(method, path);
      if (breaches(service, before).length > 0) reached.push(`${method} ${path}`);
      assert.ok(service.received.length > before || refusals.includes(status), `${method} ${path}: ${status}`);
    }
  }
  assert.deepEqual(reached, []);
}

test('no spelling of a path below /internal reaches a service, whatever the method', async (t) => {
  const service = await startService(t);
  const { port } = await startGateway(t, service);
  const ask = async (method: string, path: string): Promise<number> => {
    const socket = connect(port, '127.0.0.1');
    // Written by hand: clients tidy paths up.
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: gateway.example\r\nauthorization: Bearer good\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    );
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(await text(socket))?.[1]);
  };
  await reachesNone(service, ask, [400, 404, 405]);
});
