import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainRefusal } from '@partner-ordering/kernel';
import { remoteVisibility, type VisibilityServices } from './remote-visibility.ts';

const product = '/v1/products/019a0000-0000-7000-8000-00000000000a';
const webhook = '/v1/orgs/019a0000-0000-7000-8000-00000000000b/webhooks/019a0000-0000-7000-8000-00000000000c';

/** A service that has these resources, which everybody sees. */
const having = (...resources: string[]): VisibilityServices['catalog'] => ({
  findVisible: ({ uris }) =>
    Promise.resolve({
      resources: uris.map((uri) => ({ uri, exists: resources.includes(uri), visible: resources.includes(uri), organization: null })),
    }),
});
const silent: VisibilityServices['catalog'] = { findVisible: () => Promise.reject(new Error('nobody answers')) };

const seen = async (services: Partial<VisibilityServices>, ...uris: string[]) => {
  const all = { billing: having(), catalog: having(product), identity: having(), notifications: having(), ...services };
  return [...(await remoteVisibility(all, 'robin', uris)).keys()];
};

test('the answers suffice without a service that cannot have the missing resource', async () => {
  assert.deepEqual(await seen({ billing: silent }, product, webhook), [product]);
  assert.deepEqual(await seen({ notifications: silent }, product), [product]);
});

test('503 while a service is silent that may have a resource missing elsewhere', async () => {
  const isUnavailable = (error: unknown) => error instanceof DomainRefusal && error.kind === 'unavailable';
  await assert.rejects(seen({ notifications: silent }, product, webhook), isUnavailable);
  await assert.rejects(seen({ catalog: silent }, product), isUnavailable);
});
