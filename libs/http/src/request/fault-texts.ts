import type { Field } from '../runtime/schemas.ts';

/** The messages of bad fields, in words for whoever fills them in. The only table of such texts. */
export const faultTexts = {
  required: 'is required',
  readOnly: 'is read-only',
  unknownField: 'is not a known field',
  unknownParameter: 'is not a known parameter',
  repeated: 'is given more than once',
  fileNamedBefore: 'names the same file as a field before it',
  notEncoded: 'must be percent-encoded',
  tooLarge: 'is too large',
  noBody: 'is required, as JSON',
  notJson: (place: string) => `is not valid JSON${place}`,
  notUtf8: 'is not valid UTF-8',
  nul: 'contains a NUL character',
  forbiddenName: 'contains a field named "__proto__" or "constructor", which is not accepted',
  halfCharacter: 'contains half of a surrogate pair',
  tooManyValues: (most: number) => `contains more than ${most} values`,
  tooManyParameters: (most: number) => `contains more than ${most} parameters`,
  tooDeep: (most: number) => `is nested more than ${most} levels deep`,
  notValid: 'is not valid',
} as const;

const kinds: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  integer: 'a whole number',
  number: 'a number',
};

const formats: Record<string, string> = { email: 'an email address', 'date-time': 'a date and time such as 2026-03-01T09:00:00+0000' };

/** The message for each keyword of the validator. */
const keywordTexts: Record<string, (field: Field) => string> = {
  required: () => faultTexts.required,
  additionalProperties: () => faultTexts.unknownField,
  unevaluatedProperties: () => faultTexts.unknownField,
  readOnly: () => faultTexts.readOnly,
  type: mustBe,
  enum: mustBe,
  const: mustBe,
  oneOf: mustBe,
  pattern: mustBe,
  format: mustBe,
  minimum: mustBe,
  maximum: mustBe,
  minLength: ({ minLength = 1 }) => (minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`),
  maxLength: ({ maxLength = 0 }) => `must have at most ${maxLength} characters`,
  minItems: ({ minItems = 1 }) => (minItems === 1 ? 'must not be empty' : `must have at least ${minItems} items`),
  maxItems: ({ maxItems = 0 }) => `must have at most ${maxItems} items`,
  maxProperties: ({ maxProperties = 0 }) => `must have at most ${maxProperties} fields`,
  uniqueItems: () => 'must not contain the same item twice',
};

/** The message for a field that breaks a keyword of its schema. */
export const faultText = (keyword: string, field: Field): string => (keywordTexts[keyword] ?? (() => faultTexts.notValid))(field);

/** `must be a whole number from 1 to 100`, `must be text or null`. */
function mustBe(field: Field): string {
  const isNullable = field.types.includes('null');
  return `must be ${expected(field)}${isNullable ? ' or null' : ''}`;
}

function expected(field: Field): string {
  const { types, enum: words, format = '', 'x-expects': inWords } = field;
  if (inWords !== undefined) return inWords;
  if (words) return words.length === 1 ? String(words[0]) : `one of ${words.join(', ')}`;
  const known = types.filter((type) => type !== 'null');
  if (known.length === 1 && formats[format]) return formats[format];
  return `${known.map((type) => kinds[type] ?? type).join(' or ') || 'something else'}${range(field)}`;
}

function range({ minimum, maximum }: Field): string {
  if (minimum === undefined && maximum === undefined) return '';
  if (maximum === undefined) return ` of at least ${minimum}`;
  return minimum === undefined ? ` of at most ${maximum}` : ` from ${minimum} to ${maximum}`;
}

/** The message for broken JSON, with its place if that is known. */
export function brokenJson({ message }: Error): string {
  if (message.includes('prototype property')) return faultTexts.forbiddenName;
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  return faultTexts.notJson(line === undefined ? '' : `, see line ${line}, column ${column}`);
}
