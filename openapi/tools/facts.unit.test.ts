import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolve, type Schema } from '@partner-ordering/openapi';
import { asDocument, channelMessages, readEventDocuments, type Message } from './event-documents.ts';

// Erasing a user changes no fact in the log, so people are named in nothing but the webhook payload.

/** Fields with texts that are neither gids nor enumerations, and name nobody by themselves. */
const allowed = ['title', 'short_code', 'currency', 'file', 'files', 'text'];

/** The paths of all texts of a fact but its payload that are neither gids, by their description, nor enumerations. */
function textsOf({ document, type, schema }: Message): string[] {
  const visit = (given: Schema, path: string, above = ''): string[] => {
    const part = resolve(asDocument(document), given);
    const about = given.description ?? part.description ?? above;
    const isText = [part.type].flat().includes('string') && part.enum === undefined && !/\bgids?\b/i.test(about);
    const fields = Object.entries(part.properties ?? {}).filter(([name]) => path !== type || name !== 'payload');
    return [
      ...(isText ? [path] : []),
      ...fields.flatMap(([name, field]) => visit(field, `${path}/${name}`)),
      ...[...(part.oneOf ?? []), ...(part.anyOf ?? []), ...(part.allOf ?? [])].flatMap((variant) => visit(variant, path, about)),
      ...(part.items ? visit(part.items, path, about) : []),
    ];
  };
  return visit(schema, type);
}

test('no field of a fact but its webhook payload is a name or an address', () => {
  const documents = readEventDocuments();
  const texts = [...documents.keys()].flatMap((service) => channelMessages(documents, `${service}.facts`) ?? []).flatMap(textsOf);
  assert.ok(texts.includes('project.messages_unseen/messages/text'), 'texts are found');
  assert.deepEqual(
    texts.filter((path) => !allowed.includes(path.split('/').at(-1)!)),
    [],
  );
});
