import { type Detail, expectedFormats, type ExpectedType } from '@partner-ordering/kernel';
import type { Field } from '@partner-ordering/openapi';
import { faults } from '../faults.ts';

/** Makes the detail of a field that breaks a keyword of its schema. */
const keywords: Readonly<Record<string, (path: string, field: Field) => Detail>> = {
  required: (path) => faults.required(path),
  additionalProperties: faults.unknown_field,
  unevaluatedProperties: faults.unknown_field,
  readOnly: faults.read_only,
  type: expectationDetail,
  oneOf: expectationDetail,
  enum: expectationDetail,
  const: expectationDetail,
  pattern: expectationDetail,
  format: (path, field) => (field.format === 'label' ? faults.blank(path) : expectationDetail(path, field)),
  minimum: (path, field) => faults.out_of_range(path, typeOf(field)),
  maximum: (path, field) => faults.out_of_range(path, typeOf(field)),
  minLength: (path, { minLength: min = 1 }) => (min === 1 ? faults.empty(path) : faults.too_short(path, { min })),
  maxLength: (path, { maxLength: max = 0 }) => faults.too_long(path, { max }),
  minItems: (path, { minItems: min = 1 }) => (min === 1 ? faults.empty(path) : faults.too_few_items(path, { min })),
  maxItems: (path, { maxItems: max = 0 }) => faults.too_many_items(path, { max }),
  maxProperties: (path, { maxProperties: max = 0 }) => faults.too_many_fields(path, { max }),
  uniqueItems: faults.duplicate_item,
};

/** The detail of a field that breaks a keyword of its schema. */
export const keywordDetail = (path: string, keyword: string, field: Field): Detail => (keywords[keyword] ?? faults.not_valid)(path, field);

/** The detail says what the schema expects, by what says most: `5` instead of a currency is of the wrong format. */
function expectationDetail(path: string, field: Field): Detail {
  const { enum: allowed, format, 'x-expects': formatName } = field;
  const { types, nullable } = typeOf(field);
  const expectedFormat = formatName ?? (types.length === 1 && format !== undefined && expectedFormats[format] ? format : undefined);
  const orNull = nullable ? { nullable } : {};
  if (formatName === undefined && allowed) return faults.not_one_of(path, { allowed: allowed.map(String), ...orNull });
  return expectedFormat === undefined
    ? faults.wrong_type(path, typeOf(field))
    : faults.wrong_format(path, { format: expectedFormat, ...orNull });
}

const typeOf = ({ types, minimum, maximum }: Field): ExpectedType => ({
  types: types.filter((type) => type !== 'null'),
  ...(minimum === undefined ? {} : { min: minimum }),
  ...(maximum === undefined ? {} : { max: maximum }),
  ...(types.includes('null') ? { nullable: true } : {}),
});

/** The detail of broken JSON, with its place if that is known. */
export function invalidJsonDetail(path: string, { message }: Error): Detail {
  if (message.includes('prototype property')) return faults.forbidden_field_name(path);
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  return faults.not_json(path, line === undefined ? {} : { line: Number(line), column: Number(column) });
}
