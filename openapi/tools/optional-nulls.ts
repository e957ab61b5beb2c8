import { type Document, operationsOf, resolve, type Schema, schemasReachedBy } from '@partner-ordering/openapi';
/**
 * Lets an optional field be null in the body of a POST, and deeper in that of a PUT. Services leave such fields out before they validate
 * (libs/http, `prepareBody`).
 */

/** Lets optional fields of bodies be null in a merged document, which is changed; not the own fields of a PUT, which null clears. */
export function allowNullForOptional(document: Document): Document {
  const answers = [document.webhooks, ...[...operationsOf(document)].map(({ operation }) => operation.responses)];
  const answerSchemas = new Set([...schemasReachedBy(document, answers)].map((name) => document.components.schemas![name]!));
  for (const { method, operation } of operationsOf(document)) {
    const body = operation.requestBody?.content['application/json']?.schema;
    if (body && method === 'post') allowNullIn(document, body, answerSchemas);
    if (body && method === 'put') allowNullBelow(document, resolve(document, body), answerSchemas);
  }
  return document;
}

function allowNullIn(document: Document, schema: Schema, answerSchemas: ReadonlySet<Schema>): void {
  const target = resolve(document, schema);
  const { properties = {}, required = [] } = target;
  for (const [name, field] of Object.entries(properties)) {
    if (required.includes(name) || isNullable(document, field)) continue;
    if (answerSchemas.has(target)) throw new Error(`${schema.$ref}: answers have this schema too, so its ${name} cannot be null`);
    properties[name] = nullable(field);
  }
  allowNullBelow(document, target, answerSchemas);
}

function allowNullBelow(document: Document, { properties = {}, items }: Schema, answerSchemas: ReadonlySet<Schema>): void {
  for (const field of [...Object.values(properties), ...(items ? [items] : [])])
    allowNullIn(document, field.oneOf?.find(({ type }) => type !== 'null') ?? field, answerSchemas);
}

const isNullable = (document: Document, schema: Schema): boolean => {
  const { type, oneOf = [] } = resolve(document, schema);
  return [type].flat().includes('null') || oneOf.some((part) => isNullable(document, part));
};

function nullable(field: Schema): Schema {
  const { $ref, type = [], enum: values, ...otherKeywords } = field;
  if ($ref !== undefined) return { ...otherKeywords, oneOf: [{ $ref }, { type: 'null' }] };
  if (values !== undefined) return { ...otherKeywords, oneOf: [{ type, enum: values }, { type: 'null' }] };
  if (field.type === undefined) throw new Error(`an optional field of a body has a type or is a reference: ${JSON.stringify(field)}`);
  return { ...field, type: [type, 'null'].flat() };
}
