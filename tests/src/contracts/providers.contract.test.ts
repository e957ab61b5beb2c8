import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { serviceNames } from '@partner-ordering/kernel';
import { brokerOf } from './broker.ts';
import { contractsIn } from './contract-files.ts';
import { partnerStates } from './partner-states.ts';
import { PUBLIC_API, verify } from './verification.ts';
import { makeWorld, type World } from './world.ts';

describe('every contract is kept', () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world?.stop());

  for (const { path, consumer, provider } of contractsIn()) {
    test(`${provider} keeps what ${consumer} relies on`, () => verify(world, provider, { pactUrls: [path] }));
  }

  for (const [name, state] of Object.entries(partnerStates)) {
    test(`partners can name ${name}`, async () => assert.ok((await state(world, {}))['token']));
  }

  const broker = brokerOf(process.env);
  for (const provider of broker ? [...serviceNames, PUBLIC_API] : []) {
    test(`${provider} keeps what the contracts of the broker rely on`, () => verify(world, provider as typeof PUBLIC_API, broker!));
  }
});

test('docs/contracts.md lists the states that partners can name', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/contracts.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `(an? [^`]+)`/gm)].map(([, name]) => name);
  assert.deepEqual(listed, Object.keys(partnerStates));
});
