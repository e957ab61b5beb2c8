import { type Detail, type Expected, expectedFormats } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';
import type { Field } from '../runtime/schemas.ts';

/** Makes the detail of a field that breaks a keyword of its schema. */
const keywords: Readonly<Record<string, (path: string, field: Field) => Detail>> = {
  required: (path) => faults.required(path),
  additionalProperties: faults.unknown_field,
  unevaluatedProperties: faults.unknown_field,
  readOnly: faults.read_only,
  type: (path, field) => faults.wrong_type(path, expected(field)),
  oneOf: (path, field) => faults.wrong_type(path, expected(field)),
  enum: (path, field) => faults.not_one_of(path, expected(field)),
  const: (path, field) => faults.not_one_of(path, expected(field)),
  pattern: (path, field) => faults.wrong_format(path, expected(field)),
  format: (path, field) => faults.wrong_format(path, expected(field)),
  minimum: (path, field) => faults.out_of_range(path, expected(field)),
  maximum: (path, field) => faults.out_of_range(path, expected(field)),
  minLength: (path, { minLength: min = 1 }) => (min === 1 ? faults.empty(path) : faults.too_short(path, { min })),
  maxLength: (path, { maxLength: max = 0 }) => faults.too_long(path, { max }),
  minItems: (path, { minItems: min = 1 }) => (min === 1 ? faults.empty(path) : faults.too_few_items(path, { min })),
  maxItems: (path, { maxItems: max = 0 }) => faults.too_many_items(path, { max }),
  maxProperties: (path, { maxProperties: max = 0 }) => faults.too_many_fields(path, { max }),
  uniqueItems: faults.duplicate_item,
};

/** The detail of a field that breaks a keyword of its schema. */
export const brokenKeyword = (path: string, keyword: string, field: Field): Detail => (keywords[keyword] ?? faults.not_valid)(path, field);

/** What a schema expects, in the order in which it says most. */
function expected({ types, enum: words, format, minimum, maximum, 'x-expects': inWords }: Field): Expected {
  const nullable = types.includes('null') ? { nullable: true } : {};
  if (inWords !== undefined) return { format: inWords, ...nullable };
  if (words) return { allowed: words.map(String), ...(words.length === 1 && { value: String(words[0]) }), ...nullable };
  const known = types.filter((type) => type !== 'null');
  if (known.length === 1 && format !== undefined && expectedFormats[format]) return { format, ...nullable };
  const range = { ...(minimum === undefined ? {} : { min: minimum }), ...(maximum === undefined ? {} : { max: maximum }) };
  return { types: known, ...range, ...nullable };
}

/** The detail of broken JSON, with its place if that is known. */
export function brokenJson(path: string, { message }: Error): Detail {
  if (message.includes('prototype property')) return faults.forbidden_field_name(path);
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  return faults.not_json(path, line === undefined ? {} : { line: Number(line), column: Number(column) });
}
