import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { describe, test, type TestContext } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { bearer, post, results } from '../fixtures/batches.ts';
import { json, startGateway, startService, type StartedGateway } from '../fixtures/test-gateway.ts';
import { defaultBatch, type BatchConfig } from '../config.ts';
import { createBatchLimit } from './batch-limit.ts';

const read = (path = '/projects/1') => ({ relative_url: path, method: 'GET' });
const as = (token: string) => ({ ...bearer, authorization: `Bearer ${token}` });

/** A gateway whose service answers an action only on the test's command. */
async function startHeld(t: TestContext, batch: Partial<BatchConfig>) {
  const held: ServerResponse[] = [];
  const service = await startService(t, (_request, response) => void held.push(response));
  const gateway = await startGateway(t, service, { batch });
  return { ...gateway, held, received: service.received, isHeld: (count: number) => eventually(() => held.length === count) };
}

/** Sends a batch on a separate connection, which the test reads or closes. */
function open(gateway: Pick<StartedGateway, 'url'>, token: string, actions: unknown): ClientRequest {
  const outgoing = httpRequest(`${gateway.url}/v1/batch`, { method: 'POST', headers: as(token), agent: false });
  outgoing.on('error', () => undefined).end(JSON.stringify(actions));
  return outgoing;
}

test('200 streams the result of an action before the next one has ended', async (t) => {
  const { held, isHeld, ...gateway } = await startHeld(t, {});
  const answering = once(open(gateway, 'good', [read(), read()]), 'response');
  await isHeld(1);
  held[0]!.end('{"first":1}');
  const [response] = (await answering) as [IncomingMessage];
  let seen = '';
  response.setEncoding('utf8').on('data', (piece: string) => (seen += piece));
  await eventually(() => seen.includes('first'));
  await isHeld(2);
  held[1]!.end('{"second":2}');
  await once(response, 'end');
  assert.equal((JSON.parse(seen) as unknown[]).length, 2);
});

test('a user has one running batch at a time; batches of other users run beside it', async (t) => {
  const { held, received, isHeld, ...gateway } = await startHeld(t, { atOnce: 2 });
  const [first, second] = [post(gateway.url, [read()]), post(gateway.url, [read()])];
  const other = post(gateway.url, [read()], as('other'));
  await isHeld(2);
  assert.deepEqual(received.map(({ headers }) => headers.authorization).sort(), ['Bearer good', 'Bearer other']);
  held.forEach((response) => response.end('{}'));
  await Promise.race([first, second]);
  assert.equal((await other).status, 200);
  await isHeld(3);
  held[2]!.end('{}');
  assert.deepEqual([(await first).status, (await second).status], [200, 200]);
});

test('503 with Retry-After, without any action, if too many batches wait or one waits too long', async (t) => {
  const { held, isHeld, ...gateway } = await startHeld(t, { atOnce: 1, waiting: 1, waitMs: 300 });
  const running = post(gateway.url, [read()]);
  await isHeld(1);
  const refused = await Promise.all([post(gateway.url, [read()], as('other')), post(gateway.url, [read()], as('application'))]);
  for (const answer of refused) {
    assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '1']);
    assert.deepEqual(json(answer), { error: { code: 503, reason: 'unavailable', message: 'Too many batches are running' } });
  }
  held[0]!.end('{}');
  assert.equal((await running).status, 200);
  assert.equal(held.length, 1);
});

test('a user has at most 8 waiting batches, whatever slots are free', async (t) => {
  const { held, isHeld, ...gateway } = await startHeld(t, { atOnce: 1 });
  const running = post(gateway.url, [read()]);
  await isHeld(1);
  const waiting = Array.from({ length: 9 }, () => post(gateway.url, [read()]));
  const first = await Promise.race(waiting);
  assert.equal(first.status, 503);
  const other = post(gateway.url, [read()], as('other'));
  held[0]!.end('{}');
  await running;
  for (let count = 2; count <= 10; count++) {
    await isHeld(count);
    held[count - 1]!.end('{}');
  }
  assert.deepEqual((await Promise.all(waiting)).map(({ status }) => status).sort(), [...Array<number>(8).fill(200), 503]);
  assert.equal((await other).status, 200);
});

test('a client that disconnects passes its slot on, and its batch runs no further action', async (t) => {
  const { held, received, isHeld, ...gateway } = await startHeld(t, { atOnce: 1 });
  const gone = open(gateway, 'good', [read('/projects/gone'), read('/projects/gone')]);
  await isHeld(1);
  const next = post(gateway.url, [read()], as('other'));
  gone.destroy();
  await isHeld(2);
  held.forEach((response) => response.end('{}'));
  assert.equal((await next).status, 200);
  const last = post(gateway.url, [read()]);
  await isHeld(3);
  held[2]!.end('{}');
  assert.equal((await last).status, 200);
  assert.equal(received.filter(({ url }) => url.endsWith('gone')).length, 1);
});

test('408 for a batch whose body does not arrive, and the next batch runs', async (t) => {
  const service = await startService(t);
  const gateway = await startGateway(t, service, { batch: { atOnce: 1, bodyTimeoutMs: 50 } });
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(
    'POST /v1/batch HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n[',
  );
  assert.match(await text(socket), /^HTTP\/1\.1 408 [^]*connection: close[^]*"code":408/);
  assert.equal(results(await post(gateway.url, [read()]))[0]?.status, 200);
});

test('503 for the remaining actions of a batch that loses its slot to another one, which starts at once', async (t) => {
  const { held, received, isHeld, ...gateway } = await startHeld(t, { atOnce: 1, yieldAfterMs: 200 });
  const slow = post(gateway.url, [read('/projects/slow'), read('/projects/slow')]);
  await isHeld(1);
  const other = post(gateway.url, [read()], as('other'));
  await isHeld(2);
  held.forEach((response) => response.end('{}'));
  assert.deepEqual(
    results(await slow).map(({ status }) => status),
    [200, 503],
  );
  assert.equal(results(await other)[0]?.status, 200);
  assert.equal(received.length, 2);
});

test('408 for a batch whose body has not arrived when another batch gets its slot', async (t) => {
  const gateway = await startGateway(t, await startService(t), { batch: { atOnce: 1, yieldAfterMs: 200, bodyTimeoutMs: 600_000 } });
  const dripping = httpRequest(`${gateway.url}/v1/batch`, { method: 'POST', headers: as('other'), agent: false });
  const answered = once(dripping, 'response');
  dripping.on('error', () => undefined).write('[');
  await eventually(async () => /requests_in_flight\{service="gateway"\} 1$/m.test(await gateway.metrics()));
  assert.equal(results(await post(gateway.url, [read()]))[0]?.status, 200);
  const [{ statusCode }] = (await answered) as [IncomingMessage];
  assert.equal(statusCode, 408);
});

describe('slots of batches', () => {
  /** Starts and ends batches by name: `baker 2` is a batch of a baker, one of the bakery. */
  function openSlots(t: TestContext, atOnce: number) {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const organizationsOf = (user: string) => (user.startsWith('baker') ? ['bakery'] : []);
    const limit = createBatchLimit({ ...defaultBatch, atOnce, organizationsOf, nowMs: () => Date.now() });
    const log: string[] = [];
    const responses = new Map<string, PassThrough>();
    const note = async (name: string, slot: AbortSignal | null): Promise<void> => {
      log.push(`${name} ${slot ? 'begins' : 'is refused'}`);
      slot?.addEventListener('abort', () => log.push(`${name} gives way`));
    };
    return {
      come: (...names: string[]) => {
        for (const name of names) {
          const response = new PassThrough();
          responses.set(name, response);
          void limit(name.replace(/ again$/, ''), response).then((slot) => note(name, slot));
        }
      },
      end: (name: string) => void responses.get(name)!.destroy(),
      pass: (ms: number) => t.mock.timers.tick(ms),
      /** The events since the last call. */
      happened: async () => {
        await setImmediate();
        return log.splice(0);
      },
    };
  }

  test('an organization takes at most half of the slots while another waits, else all', async (t) => {
    const { come, end, happened } = openSlots(t, 4);
    come('baker 1', 'baker 2', 'baker 3', 'baker 4', 'baker 5', 'robin');
    assert.deepEqual(await happened(), ['baker 1 begins', 'baker 2 begins', 'baker 3 begins', 'baker 4 begins']);
    end('baker 1');
    assert.deepEqual(await happened(), ['robin begins']);
    end('baker 2');
    assert.deepEqual(await happened(), ['baker 5 begins']);
  });

  test('a batch keeps its slot for 15 s while others wait, and without a limit otherwise', async (t) => {
    const { come, pass, happened } = openSlots(t, 2);
    come('baker 1');
    pass(10_000);
    come('baker 2');
    pass(20_000);
    assert.deepEqual(await happened(), ['baker 1 begins', 'baker 2 begins']);
    come('robin');
    assert.deepEqual(await happened(), ['baker 1 gives way', 'robin begins']);
    come('kim', 'alex', 'baker 1 again');
    assert.deepEqual(await happened(), ['baker 2 gives way', 'kim begins']);
    pass(14_999);
    assert.deepEqual(await happened(), []);
    pass(1);
    assert.deepEqual(await happened(), ['robin gives way', 'alex begins'], 'the first batch of baker 1 still ends');
  });

  test('a slot goes to every other waiting user before the same user gets one again', async (t) => {
    const { come, end, happened } = openSlots(t, 1);
    come('robin', 'robin again', 'kim');
    end('robin');
    assert.deepEqual(await happened(), ['robin begins', 'kim begins']);
    end('kim');
    assert.deepEqual(await happened(), ['robin again begins']);
  });

  test('an organization fills at most half of the queue, so that others can wait', async (t) => {
    const { come, happened } = openSlots(t, 1);
    come(...Array.from({ length: 34 }, (_, index) => `baker ${index}`), 'robin');
    assert.deepEqual(await happened(), ['baker 33 is refused', 'baker 0 begins'].toSorted());
  });
});

test('a client that reads nothing is disconnected, and the remaining actions of its batch do not run', async (t) => {
  const large = 'a'.repeat(5_000_000);
  const service = await startService(t, (request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(request.url === '/v1/projects/small' ? 'small' : large);
  });
  const gateway = await startGateway(t, service, { batch: { atOnce: 1, maxBytes: 100_000_000, takeTimeoutMs: 200 } });
  const idle = open(gateway, 'good', Array(19).fill(read()));
  const [response] = (await once(idle, 'response')) as [IncomingMessage];
  const cut = new Promise((resolve) => response.on('error', () => undefined).once('close', resolve));
  assert.equal(results(await post(gateway.url, [read('/projects/small')], as('other')))[0]?.status, 200);
  assert.ok(service.received.length < 15, `${service.received.length} actions`);
  response.resume();
  await cut;
  assert.equal(response.complete, false);
});
