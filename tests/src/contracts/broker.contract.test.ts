import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { contractFolder } from '@partner-ordering/testing/contracts';
import { temporaryFolder } from '../program.ts';
import { startBroker } from './broker-stand-in.ts';
import { brokerOf } from './broker.ts';
import { contractsIn } from './contract-files.ts';
import { verify } from './verification.ts';
import { makeWorld, type World } from './world.ts';

type Contract = Parameters<typeof startBroker>[0];

const example = join(contractFolder, 'partners/example-shop/example-shop-partner-ordering.json');
const contract = JSON.parse(readFileSync(example, 'utf8')) as Contract;

describe('a broker', () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world?.stop());

  test('is asked for its contracts, which are verified, and told the result of this version', async () => {
    const broker = await startBroker(contract, 'secret');
    const given = { PACT_BROKER_BASE_URL: broker.url, PACT_BROKER_TOKEN: 'secret', PACT_PROVIDER_VERSION: 'abc123' };
    try {
      await verify(world, 'partner-ordering', brokerOf(given)!);
      await assert.rejects(
        verify(world, 'partner-ordering', brokerOf(given)!, { answer: (answer) => ({ ...answer, status: 500 }) }),
        /expected 200 but was 500/,
      );
      const told = broker.results.map(({ success, providerApplicationVersion: version }) => [success, version]);
      assert.deepEqual(told, [[true, 'abc123'], [false, 'abc123']]); // prettier-ignore
    } finally {
      await broker.close();
    }
  });

  test('is told nothing without a version', async () => {
    const broker = await startBroker(contract, 'secret');
    try {
      await verify(world, 'partner-ordering', brokerOf({ PACT_BROKER_BASE_URL: broker.url, PACT_BROKER_TOKEN: 'secret' })!);
      assert.deepEqual([broker.results, broker.signedIn.includes('GET /pact')], [[], true]);
    } finally {
      await broker.close();
    }
  });
});

test('a contract of a broker that names a state that there is not fails, although the provider would keep it, and whatever status it expects', async () => {
  const provider = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const world = { system: { url } } as World;
  const wishing = (states: readonly string[], response: object) => ({
    ...{ consumer: { name: 'shop' }, provider: { name: 'partner-ordering' }, metadata: { pactSpecification: { version: '4.0' } } },
    interactions: [
      {
        ...{ type: 'Synchronous/HTTP', description: 'x', providerStates: states.map((name) => ({ name })) },
        ...{ request: { method: 'GET', path: '/' }, response },
      },
    ],
  });
  const anyFault = { status: { combine: 'AND', matchers: [{ match: 'statusCode', status: 'serverError' }] } };
  const verified = async (contract: Contract) => {
    const broker = await startBroker(contract, 'secret');
    const settings = { PACT_BROKER_BASE_URL: broker.url, PACT_BROKER_TOKEN: 'secret' };
    await verify(world, 'partner-ordering', brokerOf(settings)!).finally(() => broker.close());
  };
  try {
    await verified(wishing([], { status: 200 }));
    for (const response of [{ status: 200 }, { status: 500 }, { status: 500, matchingRules: anyFault }])
      await assert.rejects(
        verified(wishing(['a finished painting'], response)),
        /no provider state "a finished painting"; docs\/contracts\.md has those that there are/,
      );
  } finally {
    provider.close();
  }
});

test('a setting of the broker that is wrong or missing is named', () => {
  assert.equal(brokerOf({}), undefined);
  assert.throws(() => brokerOf({ PACT_BROKER_BASE_URL: 'broker' }), /PACT_BROKER_BASE_URL: broker is no address/);
  const withBranch = { PACT_BROKER_BASE_URL: 'https://broker.example', PACT_PROVIDER_BRANCH: 'main' };
  assert.throws(() => brokerOf(withBranch), /PACT_PROVIDER_VERSION is not/);
  const broker = { PACT_BROKER_BASE_URL: 'https://broker.example' };
  assert.throws(() => brokerOf({ ...broker, PACT_BROKER_USERNAME: 'we' }), /PACT_BROKER_USERNAME is set, PACT_BROKER_PASSWORD is not/);
  assert.throws(() => brokerOf({ ...broker, PACT_BROKER_PASSWORD: 'secret' }), /PACT_BROKER_PASSWORD is set, PACT_BROKER_USERNAME is not/);
  assert.equal(brokerOf({ ...withBranch, PACT_PROVIDER_VERSION: 'abc123' })?.enablePending, true);
  assert.equal('enablePending' in brokerOf({ ...broker, PACT_PROVIDER_VERSION: 'abc123' })!, false);
});

test('a file of a partner that is no contract, or names a state that there is not, is refused by its name', () => {
  const { path: folder, remove } = temporaryFolder();
  const given = (content: object) => {
    mkdirSync(join(folder, 'partners/shop'), { recursive: true });
    writeFileSync(join(folder, 'partners/shop/one.json'), JSON.stringify(content));
    return () => contractsIn(folder);
  };
  try {
    assert.throws(given({}), /contracts\/partners\/shop\/one\.json: this is no contract of Pact/);
    const interaction = { description: 'x', providerState: 'a finished painting' };
    assert.throws(given({ consumer: { name: 'shop' }, interactions: [interaction] }), /no provider state "a finished painting"; docs\/contracts\.md/);
    assert.equal(given({ consumer: { name: 'shop' }, provider: { name: 'Orders' }, interactions: [] })()[0]!.provider, 'partner-ordering');
  } finally {
    remove();
  }
});
