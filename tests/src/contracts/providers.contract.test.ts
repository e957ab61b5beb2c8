import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { verifyWebhook } from '@partner-ordering/client';
import { serviceNames } from '@partner-ordering/kernel';
import { eventually, type Received } from '@partner-ordering/testing';
import { brokerOf } from './broker.ts';
import { contractsIn } from './contract-files.ts';
import { partnerStates } from './partner-states.ts';
import { publicDocument, toldTypes } from './public-document.ts';
import { PUBLIC_API, verify } from './verification.ts';
import { makeWorld, type World } from './world.ts';

const eventIn = ({ body }: Received): { type: string } => JSON.parse(body) as { type: string };

/** The fields of an event, and those of its parts. */
const fieldsOf = (event: object): object =>
  Object.fromEntries(
    Object.entries({ ...event, ...('data' in event && (event.data as object)) }).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? Object.keys(value as object) : [],
    ]),
  );

describe('every contract is kept', () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
    await world.told();
  });
  after(() => world?.stop());

  for (const { path, consumer, provider } of contractsIn()) {
    test(`${provider} keeps what ${consumer} relies on`, () => verify(world, provider, { pactUrls: [path] }));
  }

  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(publicDocument, 'document');
  for (const type of toldTypes) {
    test(`partners are told of ${type} as the document describes it`, async () => {
      const { receiver, secret, gid } = await world.told();
      const { headers, body } = await eventually(() => receiver.received.find((each) => eventIn(each).type === type) ?? false);
      const event = await verifyWebhook(body, headers, secret);
      const { schema, example } = publicDocument.webhooks[type]!.post.requestBody.content['application/json'];
      assert.ok(ajv.validate(`document${schema.$ref}`, event), ajv.errorsText());
      assert.equal(event.organization.gid, gid);
      assert.deepEqual(fieldsOf(event), fieldsOf(example));
    });
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
