import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './documents.ts';
import { asDocument, channelMessages, readEventDocuments } from './event-documents.ts';
import { followers } from './follows.ts';
import { objectShape } from './schema-types.ts';

// Most reads of replicas are typed; SQL that a service writes by hand is not.

/** Fields of states that SQL texts name, as `s.state->>'email'` does. */
const fieldsRead = (service: string): string[] =>
  globSync(`services/${service}/src/**/*.ts`, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/\bstate\s*->>?\s*'(\w+)'/g)].map(([, field]) => field!));

test('SQL of services reads only fields of states that their event documents follow or publish', () => {
  const documents = readEventDocuments();
  const all = followers(documents);
  assert.ok(all.flatMap(({ service }) => fieldsRead(service)).length > 10, 'the reads are found');
  for (const { service, states } of all) {
    const own = (channelMessages(documents, `${service}.state`) ?? []).flatMap(({ document, schema }) =>
      Object.keys(objectShape(asDocument(document), schema)?.properties ?? {}),
    );
    const declared = new Set([...own, ...states.flatMap(({ fields }) => fields)]);
    assert.deepEqual(
      fieldsRead(service).filter((field) => !declared.has(field)),
      [],
      service,
    );
  }
});
