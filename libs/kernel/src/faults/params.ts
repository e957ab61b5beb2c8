import { expectedFormats } from './expected.ts';

const number = (description: string) => ({ type: 'number', description }) as const;
const text = (description: string) => ({ type: 'string', description }) as const;
const flag = (description: string) => ({ type: 'boolean', description }) as const;
const list = (description: string) => ({ type: 'array', description }) as const;

/** The parameters of faults. A name means the same in each fault; the documents' `ErrorParams` is made of this table. */
export const faultParams = {
  action: text("The action that the project's state does not allow."),
  allowed: list('The values that are allowed, as text.'),
  amount: number('An amount of money, in major units.'),
  bytes_left: number('Bytes that are left.'),
  column: number('Column of the request body, from 1.'),
  count: number('The number in the sentence.'),
  currencies: list('Currency codes.'),
  currency: text('Currency code of the amount.'),
  days: number('A number of days.'),
  field: text('Another field, or a field of a query.'),
  format: text(`The format that the text must have: ${Object.keys(expectedFormats).join(', ')}.`),
  found: text('An excerpt of the value found.'),
  gid: text('Identifier of the resource in the sentence.'),
  grant: text('A grant of an application, such as `authorization_code`.'),
  http_status: number('The HTTP status of an answer.'),
  kind: text('Kind of the files: `brief` or `source`.'),
  line: number('Line of the request body or of the sheet, from 1.'),
  max: number('The largest number, length or count that is allowed.'),
  meant: text('The value that is probably meant.'),
  min: number('The smallest number, length or count that is allowed.'),
  mode: text('Mode of the project.'),
  name: text('Name of the file.'),
  names: list('The names in the sentence.'),
  nullable: flag('Whether null is allowed too.'),
  operator: text('An operator of the query language.'),
  other_quantity: number('The number of pieces in `options.quantity`.'),
  owed_currency: text('Currency code of what is owed.'),
  port: number('A port of an address.'),
  provider_message: text("The payment provider's own words."),
  quantity: number('A number of pieces.'),
  quota_of: text('Whose quota it is: `user` or `organization`.'),
  resource: text('The resource that is missing or still used, such as `worker`.'),
  seconds: number('A number of seconds.'),
  specific_request: flag('Whether the project is a specific request.'),
  state: text('State of the project.'),
  status: text('Status of the resource.'),
  total: number('The number of all of them.'),
  types: list('The JSON types that are allowed.'),
  used_by: text('The resources that still use it, such as `works`.'),
  url: text('An address.'),
  value: text('The only value that is allowed.'),
  why: text('The case in which the field must be given, left out, or have this value, such as `delivery`.'),
} as const;

interface TypeOf {
  number: number;
  string: string;
  boolean: boolean;
  array: readonly string[];
}

/** The values that a fault's sentence carries, by name. */
export type FaultParams = {
  readonly [Name in keyof typeof faultParams]?: TypeOf[(typeof faultParams)[Name]['type']] | undefined;
};

/** The parameters of these names, all of them given. */
export type Params<Name extends keyof FaultParams> = { readonly [Key in Name]: NonNullable<FaultParams[Key]> };
