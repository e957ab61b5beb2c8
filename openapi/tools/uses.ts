/** What requests and answers of the public document share: requests are closed, answers are open, so that additions break no client. */
import {
  type Document,
  eachPart,
  type Json,
  operationsOf,
  type Part,
  renamedIn,
  type Schema,
  schemasReachedBy,
} from '@partner-ordering/openapi';

/**
 * Opens parts of answers and events. A schema that requests have too, and that has such a part, becomes two: `Money` is read, `MoneyWrite`
 * is sent. Changes the document; throws where a name is taken.
 */
export function openAnswers(document: Document, isClosed: (part: Part) => boolean, open: (part: Part) => void): void {
  const { schemas = {} } = document.components;
  const operations = [...operationsOf(document)].map(({ operation, parameters }) => ({ operation, parameters }));
  const answers = [document.webhooks, operations.map(({ operation }) => operation.responses)];
  const answerSchemas = schemasReachedBy(document, answers);
  const requestSchemas = schemasReachedBy(
    document,
    operations.map(({ operation, parameters }) => [operation.requestBody, parameters]),
  );
  const hasClosed = (name: string): boolean =>
    [name, ...schemasReachedBy(document, schemas[name])].some((each) => hasPart(schemas[each], isClosed));
  const sharedSchemas = new Set([...requestSchemas].filter((name) => answerSchemas.has(name) && hasClosed(name)));
  const sent = <Sent>(part: Sent): Sent =>
    renamedIn(part, (kind, name) => (kind === 'schemas' && sharedSchemas.has(name) ? `${name}Write` : name));
  const holders = [...Object.values(document.paths), ...operations.map(({ operation }) => operation), document.components];
  for (const holder of holders as Record<string, unknown>[])
    for (const key of ['parameters', 'requestBody']) if (key in holder) holder[key] = sent(holder[key]);
  for (const name of requestSchemas) {
    const sentName = sharedSchemas.has(name) ? `${name}Write` : name;
    if (sentName !== name && schemas[sentName] !== undefined)
      throw new Error(`${name} is taken and shown, and there is a ${sentName} already`);
    schemas[sentName] = sent(schemas[name]!);
  }
  for (const part of [answers, ...[...answerSchemas].map((name) => schemas[name])]) eachPart(part, open);
}

/** Whether a schema has such a part, besides those that it refers to. */
export function hasPart(schema: Schema | undefined, matches: (part: Part) => boolean): boolean {
  let found = false;
  eachPart(schema, (part) => (found ||= matches(part)));
  return found;
}

/** Whether a field has one of several values; a single one is a constant of a protocol, such as `bearer`. */
export const isEnumeration = ({ enum: values }: Part): boolean => Array.isArray(values) && values.length > 1;

/** The enumerations of answers become texts with known values, since later releases add some. */
export function openEnumerations(document: Document): Document {
  openAnswers(document, isEnumeration, (part) => {
    if (!isEnumeration(part)) return;
    const { enum: values = [] } = part;
    delete part.enum;
    Object.assign(part, { description: withValues(part.description, values), pattern: '^[a-z][a-z0-9_.*]*$', maxLength: 64 });
    part['x-extensible-enum'] = values;
  });
  return document;
}

/** Tools that ignore `x-extensible-enum` show the description alone. */
function withValues(description: string | undefined, values: readonly Json[]): string {
  const names = values.map((value) => `\`${value as string}\``);
  if (description !== undefined && names.every((name) => description.includes(name))) return description;
  return [...(description === undefined ? [] : [description.trimEnd()]), `Known values: ${names.join(', ')}.`].join('\n\n');
}
