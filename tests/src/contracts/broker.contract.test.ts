import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

test('a setting of the broker that is wrong or missing is named', () => {
  assert.equal(brokerOf({}), undefined);
  assert.throws(() => brokerOf({ PACT_BROKER_BASE_URL: 'broker' }), /PACT_BROKER_BASE_URL: broker is no address/);
  const withBranch = { PACT_BROKER_BASE_URL: 'https://broker.example', PACT_PROVIDER_BRANCH: 'main' };
  assert.throws(() => brokerOf(withBranch), /PACT_PROVIDER_VERSION is not/);
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
