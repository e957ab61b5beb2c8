import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionOptions, verifyingServer } from './database-url.ts';

const url = 'postgres://catalog:9f%2Fc@db:5433/catalog';

test('a URL is read with its parts decoded, and asks for no TLS', () => {
  const { user, password, host, port, database, ssl } = connectionOptions(url);
  assert.deepEqual([user, password, host, port, database, ssl], ['catalog', '9f/c', 'db', 5433, 'catalog', undefined]);
});

test('a parameter or sslmode that is not supported is refused by its name', () => {
  for (const [given, message] of [
    ['mysql://db/catalog', 'must be postgres://user:password@host:port/database'],
    [`${url}?channel_binding=require`, 'parameter channel_binding is not supported, only sslmode, sslrootcert, sslcert, sslkey'],
    [`${url}?sslmode=prefer`, 'sslmode must be disable, require, verify-ca, verify-full'],
    [`${url}?sslrootcert=/nowhere.crt`, "ENOENT: no such file or directory, open '/nowhere.crt'"],
  ] as const)
    assert.throws(() => connectionOptions(given), { message });
  assert.throws(() => connectionOptions(`${url}?sslmode=verify-ca`), /requires specifying a CA with sslrootcert/);
});

test('sslmode is verify-full where production is not told another', () => {
  assert.equal(verifyingServer(url), `${url}?sslmode=verify-full`);
  assert.equal(verifyingServer(`${url}?sslmode=disable`), `${url}?sslmode=disable`);
  assert.equal(verifyingServer(`${url}?sslrootcert=a.crt`), `${url}?sslrootcert=a.crt&sslmode=verify-full`);
});
