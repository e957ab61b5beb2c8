import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { verifyWebhook } from '@partner-ordering/client';
import { closed, eventsOf, eventually, type Received } from '@partner-ordering/testing';
import { contractFolder } from '@partner-ordering/testing/contracts';
import { temporaryFolder } from '../program.ts';
import { partnerStates } from './partner-states.ts';
import { contractFiles, verify } from './verification.ts';
import { makeWorld, type World } from './world.ts';

const root = join(import.meta.dirname, '../../..');
const publicDocument = closed(JSON.parse(readFileSync(join(root, 'services/gateway/generated/openapi.json'), 'utf8')));

const EXAMPLE = 'partners/example-shop/example-shop-partner-ordering.json';

const eventIn = ({ body }: Received): { type: string } => JSON.parse(body) as { type: string };

/** The fields of an event and of its parts. */
const fieldsOf = (event: object): object =>
  Object.fromEntries(
    Object.entries({ ...event, ...('data' in event && (event.data as object)) }).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? Object.keys(value as object) : [],
    ]),
  );

/** Contracts with a changed name; Pact sees the same as if the provider had changed it. */
const breaks = [
  ['when an answer lacks a field', 'files-ordering.json', 'ended_at', /missing the following keys: another name/],
  ['when an event lacks a field', 'billing-ordering.json', 'short_code', /missing the following keys: another name/],
  ['when there is no such provider state', EXAMPLE, 'a finished project', /no provider state "another name"/],
] as const;

describe('contracts of consumers', () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world?.stop());

  for (const file of contractFiles()) test(`the provider keeps ${file}`, () => verify(world, join(contractFolder, file)));

  for (const [title, file, name, found] of breaks)
    test(`a contract fails ${title}`, async () => {
      const { path, remove } = temporaryFolder();
      try {
        const contract = readFileSync(join(contractFolder, file), 'utf8');
        writeFileSync(join(path, 'contract.json'), contract.replaceAll(`"${name}"`, '"another name"'));
        await assert.rejects(verify(world, join(path, 'contract.json')), found);
      } finally {
        remove();
      }
    });

  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(publicDocument, 'document');
  for (const { type, schema, example } of eventsOf(publicDocument)) {
    test(`the webhook event ${type} matches its schema and example`, async () => {
      const { receiver, secret, gid } = world.subscribed;
      const { headers, body } = await eventually(() => receiver.received.find((each) => eventIn(each).type === type) ?? false);
      const event = await verifyWebhook(body, headers, secret);
      assert.ok(ajv.validate(`document${schema.$ref}`, event), ajv.errorsText());
      assert.equal(event.organization.gid, gid);
      assert.deepEqual(fieldsOf(event), fieldsOf(example as object));
    });
  }

  for (const [name, state] of Object.entries(partnerStates)) {
    test(`a partner's contract can use the state ${name}`, async () => assert.ok((await state(world, {}))['token']));
  }
});

test("docs/developers/guarantees.md lists the states for partners' contracts", () => {
  const text = readFileSync(join(root, 'docs/developers/guarantees.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `(an? [^`]+)`/gm)].map(([, name]) => name);
  assert.deepEqual(listed, Object.keys(partnerStates));
});
