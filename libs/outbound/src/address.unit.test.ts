import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressRefusal } from './address.ts';

const isRefused = (address: string, allowPrivate = false): boolean => addressRefusal(address, { allowPrivate }) !== undefined;

/** The first and the last address of each range, and what it is. */
const local: [string, string[]][] = [
  [
    'private networks',
    ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255', 'fc00::', 'fdff::1'],
  ],
  ['the machine itself', ['127.0.0.0', '127.255.255.255', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1']],
  ['networks behind a carrier (CGNAT)', ['100.64.0.0', '100.127.255.255', '::ffff:100.64.0.1']],
];
const never: [string, string[]][] = [
  ['link-local', ['169.254.0.0', '169.254.169.254', '169.254.255.255', 'fe80::1', 'febf:ffff::', '::ffff:169.254.169.254', 'fec0::1']],
  ['metadata', ['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', '::ffff:168.63.129.16', '192.0.0.192']],
  ['unspecified and "this network"', ['0.0.0.0', '0.255.255.255', '::', '::ffff:0.0.0.0']],
  ['multicast', ['224.0.0.0', '239.255.255.255', 'ff00::', 'ff02::1', 'ffff::']],
  ['broadcast and reserved', ['255.255.255.255', '240.0.0.0', '192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1']],
  ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1']],
  ['6to4', ['2002::', '2002:7f00:1::1', '2002:ffff::']],
  ['Teredo, documentation, ORCHID', ['2001::1', '2001:db8::1', '2001:20::1', '3fff::1']],
  ['IPv4 in IPv6 by other means', ['::7f00:1', '::127.0.0.1', '::ffff:0:7f00:1']],
  ['what is not assigned', ['4000::1', '100::1', '5f00::1', 'e000::1', '1::1']],
  ['no IP addresses', ['', 'localhost', '1.2.3', 'fe80::1%eth0', '8.8.8.8%1', '127.0.0.1.', 'example.com']],
];

describe('the addresses that may be called', () => {
  test('public addresses may be called, also as IPv4 in IPv6', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0', '169.253.255.255'])
      assert.equal(isRefused(address), false, address);
    for (const address of ['2606:4700::1111', '2a00:1450:4007::200e', '::ffff:8.8.8.8']) assert.equal(isRefused(address), false, address);
  });

  for (const [name, addresses] of local) {
    test(`called only in development: ${name}`, () => {
      for (const address of addresses) {
        assert.equal(isRefused(address), true, address);
        assert.equal(isRefused(address, true), false, `${address} in development`);
      }
    });
  }

  for (const [name, addresses] of never) {
    test(`never called: ${name}`, () => {
      for (const address of addresses) {
        assert.equal(isRefused(address), true, address);
        assert.equal(isRefused(address, true), true, `${address} in development`);
      }
    });
  }
});
