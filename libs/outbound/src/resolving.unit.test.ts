import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { dnsResolve, type Resolve } from './resolving.ts';

/** The name, the type and the end of the question in a message (RFC 1035, section 4.1.2). */
function question(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

const [A, AAAA] = [1, 28];

/** The message as an answer with one address, or with none (RFC 1035, sections 4.1.1 and 4.1.3). */
function answerTo(message: Buffer, end: number, type: number, address: Buffer | undefined): Buffer {
  const head = Buffer.from(message.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(address ? 1 : 0, 6);
  head.writeUInt16BE(0, 10);
  if (!address) return head;
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(60, 6);
  record.writeUInt16BE(address.length, 10);
  return Buffer.concat([head, record, address]);
}

describe('resolution by name servers', () => {
  let server: Socket;
  let resolve: Resolve;
  /** Questions that were never answered. */
  let unanswered = 0;
  before(async () => {
    server = createSocket('udp4', (message, { port }) => {
      const { name, type, end } = question(message.subarray(0, message.length));
      if (name.startsWith('silent')) return void (unanswered += 1);
      const addresses: Record<number, Buffer> = {
        [A]: Buffer.from([93, 184, 216, 34]),
        ...(name.startsWith('both') && { [AAAA]: Buffer.from('20010db8000000000000000000000001', 'hex') }),
      };
      const known = name.endsWith('partner.example') ? addresses[type] : undefined;
      server.send(answerTo(message, end, type, known), port, '127.0.0.1');
    });
    await once(server.bind(0, '127.0.0.1'), 'listening');
    resolve = dnsResolve([`127.0.0.1:${server.address().port}`], 400);
  });
  after(() => server.close());

  test('a name resolves to all its addresses, of both families', async () => {
    assert.deepEqual(await resolve('partner.example'), [{ address: '93.184.216.34', family: 4 }]);
    assert.deepEqual(await resolve('both.partner.example'), [
      { address: '93.184.216.34', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
  });

  test('a name without addresses is an error', async () => {
    await assert.rejects(resolve('nowhere.example'), { code: /^E(NODATA|NOTFOUND)$/ });
  });

  test('a name that is never answered holds up no other', async () => {
    let waiting = 20;
    const silent = Array.from({ length: waiting }, (_, index) => resolve(`silent${index}.partner.example`).finally(() => (waiting -= 1)));
    const ends = Promise.allSettled(silent);
    assert.deepEqual(await resolve('partner.example'), [{ address: '93.184.216.34', family: 4 }]);
    assert.equal(waiting, 20);
    for (const { status } of await ends) assert.equal(status, 'rejected');
    assert.ok(unanswered >= 40, 'both families of each');
  });
});
