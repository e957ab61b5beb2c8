import { hash } from '@node-rs/argon2';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SIGNS_IN } from './addresses.ts';
import { answerParent } from './child.ts';

/** As identity encodes passwords. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * What the two cores and the kernel cost: a server without limits that reads what it is sent, does nothing with it and answers a few bytes.
 * Only the honest client's passwords are hashed, since that takes its time anywhere. Answers the port that it listens on.
 */
function listen(): Promise<{ port: number }> {
  const server = createServer({ maxHeaderSize: 65_536, requestTimeout: 0, headersTimeout: 0 }, (request, response) => {
    const work = request.socket.remoteAddress === SIGNS_IN ? hash('demo-password', cost) : Promise.resolve();
    const answer = (): unknown => response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    request.resume().on('end', () => void work.then(answer));
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  const { promise, resolve } = Promise.withResolvers<{ port: number }>();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => resolve({ port: (server.address() as AddressInfo).port }));
  return promise;
}

answerParent(listen);
