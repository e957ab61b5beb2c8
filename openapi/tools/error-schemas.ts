/** Adds the errors that libs and services declare to the schemas from common.yaml in the public document, which the client reads. */
import { faultParams } from '@partner-ordering/kernel/faults';
import type { Schema } from '@partner-ordering/openapi';
import { escaped } from '../../workspace/errors-page.ts';
import { describedCodes, errorReasons } from '../../workspace/fault-tables.ts';

/** Texts of parameters are cut like other texts of details (libs/http). */
const MAX_TEXT = 2048;
const MAX_ITEMS = 1000;

const text: Schema = { type: 'string', maxLength: MAX_TEXT };
const types: Readonly<Record<string, Schema>> = {
  number: { type: 'number' },
  string: text,
  boolean: { type: 'boolean' },
  array: { type: 'array', maxItems: MAX_ITEMS, items: text },
};

const params = Object.entries(faultParams).map(([name, { type, description }]) => [name, { ...types[type], description }]);
const [codes, reasons] = [await describedCodes(), await errorReasons()];

/** Lists the known values of an open enum; clients accept others. */
function list(schema: Schema | undefined, values: readonly (readonly [value: string, meaning: string])[]): void {
  if (schema === undefined) return;
  schema['x-extensible-enum'] = values.map(([value]) => value);
  schema.description = [schema.description, values.map(([value, meaning]) => `- \`${value}\`: ${meaning}`).join('\n')].join('\n\n');
}

/** Fills those of `ErrorReason`, `ErrorCode` and `ErrorParams` that a document has. */
export function declareErrors({ ErrorReason, ErrorCode, ErrorParams }: Readonly<Record<string, Schema>>): void {
  list(
    ErrorReason,
    reasons.map(([reason, status]) => [reason, String(status)]),
  );
  list(
    ErrorCode,
    codes.map(({ code, sentence }) => [code, escaped(sentence)]),
  );
  if (ErrorParams) Object.assign(ErrorParams, { additionalProperties: false, properties: Object.fromEntries(params) });
}
