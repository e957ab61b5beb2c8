import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { text } from 'node:stream/consumers';
import { startGateway, startService } from '../fixtures/test-gateway.ts';

/** Each way to write a letter, a slash and a step up, as servers and proxies have been seen to read them. */
const words = ['internal', 'INTERNAL', '%69nternal', '%2569nternal', 'internal%00', 'internal;x=1'];
const slashes = ['/', '//', '/./', '/%2e/', '%2f', '%252f', '%5c', '\\', '/;/', '/%c0%af', '/v1/../', '/v1/%2e%2e/'];
const detours = ['/v1/projects/..', '/v1/projects/1/../../..', '/v1/projects/%2e%2e/..', '/v1/files/..%2f..%2f..', '/v1/..;', '/v1'];
const absolute = ['http://127.0.0.1', 'HTTP://gateway.example', 'http://user@gateway.example:80'];

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
  for (const path of paths)
    for (const method of ['GET', 'POST']) {
      const before = service.received.length;
      const status = await ask(method, path);
      const reached = service.received.slice(before).map(({ url }) => url);
      assert.deepEqual(
        reached.filter((url) => !named.test(url)),
        [],
        `${method} ${path}`,
      );
      assert.ok(reached.length > 0 || [400, 404, 405].includes(status), `${method} ${path}: ${status}`);
    }
});
