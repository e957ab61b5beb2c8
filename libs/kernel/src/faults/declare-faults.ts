import type { Both, Language, Sentence } from '../texts/both.ts';
import type { FaultParams, Params } from './params.ts';

declare const declared: unique symbol;

/** One bad field of a request, or the current state that forbids it. Only a declared fault makes one. */
export interface Detail {
  /** The field: `options.due`. */
  path: string;
  /** The error for programs. */
  code: string;
  /** The error for people, in English. */
  message: string;
  /** The values in the message; undefined without any. */
  params?: FaultParams | undefined;
  /** For the compiler only. */
  readonly [declared]: true;
}

/** A sentence that functions render, with parameters for the documentation. */
export interface Rendered<Given> extends Both<(params: Given) => string> {
  readonly example: Given;
}

/** A sentence for which braces do not suffice: a function of its parameters in each language, and an example for the documentation. */
export const rendered = <Given extends FaultParams>(
  en: (params: Given) => string,
  fr: (params: Given) => string,
  example: NoInfer<Given>,
): Rendered<Given> => ({ en, fr, example });

/** The wording of a code: a sentence with names in braces, or a rendered one. */
// oxlint-disable-next-line typescript/no-explicit-any -- The parameters of each entry differ.
type Entry = Sentence<any> | Rendered<any>;

type ParamsOf<One extends Entry> =
  One extends Rendered<infer Given> ? Given : One extends Sentence<infer Name> ? Params<Name & keyof FaultParams> : never;

type NamesOf<One extends Entry> = One extends Rendered<infer Given> ? keyof Given : One extends Sentence<infer Name> ? Name : never;

/** A sentence may name only what `faultParams` describes. */
type Known<One extends Entry> =
  Exclude<NamesOf<One>, keyof FaultParams> extends never ? One : { unknownParams: Exclude<NamesOf<One>, keyof FaultParams> };

/** Makes the detail of a fault at a field. */
export type Fault<Given> = [keyof Given] extends [never]
  ? (path: string) => Detail
  : Partial<Given> extends Given
    ? (path: string, params?: Given) => Detail
    : (path: string, params: Given) => Detail;

export type Faults<Table extends Record<string, Entry>> = { readonly [Code in keyof Table]: Fault<ParamsOf<Table[Code]>> };

/** A detail at another field, or one that another service has made. */
export const detailFrom = (path: string, detail: { code: string; message: string; params?: object }): Detail =>
  ({ ...detail, path }) as Detail;

/** A fault in the columns of a resource that shows it: its path and what is wrong as a sentence, and the same for programs. */
export const failureColumns = (
  fault?: Detail | null,
): { failure: string | null; failureCode: string | null; failureParams: FaultParams | null } => ({
  failure: fault ? `${fault.path} ${fault.message}`.trimStart() : null,
  failureCode: fault?.code ?? null,
  failureParams: fault?.params ?? null,
});

const entries = new WeakMap<object, Entry>();

/**
 * Declares faults: for each code its sentence in each language. `faults.too_long('title', { max: 255 })` makes a detail. Codes are public
 * and never change their meaning; `npm run generate` writes them into the documents.
 */
export function declareFaults<const Table extends Record<string, Entry>>(
  table: Table & { readonly [Code in keyof Table]: Known<Table[Code]> },
): Faults<Table> {
  const faults = Object.entries<Entry>(table).map(([code, entry]) => {
    // Without any it may be called with more than a path: `paths.map(faults.blank)`.
    const hasParams = 'example' in entry || entry.en.includes('{');
    const fault = (path: string, params: FaultParams = {}) =>
      ({ path, code, message: sentence(entry, 'en', params), ...(hasParams && Object.keys(params).length > 0 && { params }) }) as Detail;
    entries.set(fault, entry);
    return [code, fault];
  });
  return Object.fromEntries(faults) as Faults<Table>;
}

/** The sentence of a declared fault for documents, with names in braces or its example; `names` are those of its parameters. */
export function describedFault(fault: object, language: Language): { sentence: string; names: string[] } {
  const entry = entries.get(fault)!;
  if ('example' in entry) return { sentence: entry[language](entry.example), names: Object.keys(entry.example as object) };
  return { sentence: entry[language], names: [...entry[language].matchAll(/\{(\w+)\}/g)].map(([, name]) => name!) };
}

/** The sentence of a declared fault in a language, with these parameters. */
export const sentenceOf = (fault: object, language: Language, params: FaultParams): string =>
  sentence(entries.get(fault)!, language, params);

const sentence = (entry: Entry, language: Language, params: FaultParams = {}): string =>
  'example' in entry
    ? entry[language](params)
    : entry[language].replaceAll(/\{(\w+)\}/g, (_, name: keyof FaultParams) => paramText(params[name]));

const paramText = (value: FaultParams[keyof FaultParams]): string => (Array.isArray(value) ? value.join(', ') : String(value));
