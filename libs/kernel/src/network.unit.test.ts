import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network.ts';

test('the addresses of one IPv6 network are one, however they are written', () => {
  const spellings = [
    '2001:db8:0:7::1',
    '2001:DB8::7:0:0:0:ff',
    '2001:db8:0:7:1:2:3.4.5.6',
    '2001:0db8:0000:0007:0000:0000:0000:0001%eth0',
    '2001:db8:0:7::',
  ];
  for (const address of spellings) assert.equal(networkOf(address), '2001:db8:0:7', address);
  assert.equal(networkOf('::1'), '0:0:0:0');
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0');
  assert.equal(networkOf('fe80::1:2:3:4%eth0'), 'fe80:0:0:0');
  assert.equal(networkOf('2001:db8:0:8::1'), '2001:db8:0:8');
  assert.deepEqual([networkOf('192.0.2.1'), networkOf('')], ['192.0.2.1', '']);
});
