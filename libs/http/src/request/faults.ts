import type { Detail } from '@partner-ordering/kernel';
import { bodySchema, type Document, type Endpoint, type Field, fieldAt, operationAt, parametersOf } from '@partner-ordering/openapi';
import { faults as httpFaults } from '../faults.ts';
import { keywordDetail } from './keyword-details.ts';

/** Only the first faults of a request are named. */
export const MAX_DETAILS = 50;

/** A mistake in a request. Its detail is made when it is named: a body may have thousands. */
export interface Fault {
  /** `body`, `query`, `params` or `headers`. */
  place: string;
  /** Segments of the path within its place: `['options', 'due']`. */
  segments: string[];
  keyword: string;
}

/** A body has at most 64 levels. What is longer has slashes in a name, which the validator does not escape. */
const MAX_SEGMENTS = 66;

interface ValidatorError {
  status: number;
  errors: { path?: string; errorCode?: string }[];
}

const isValidatorError = (error: unknown): error is ValidatorError =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors) && 'status' in error;

/** The validator's faults, one for each field; undefined for an error that is not the request's. */
export function faultsIn(error: unknown): Fault[] | undefined {
  if (!isValidatorError(error) || error.status !== 400) return undefined;
  const faults = error.errors.map(({ path: pointer = '', errorCode = '' }) => {
    const [, place = 'body', ...segments] = pointer.split('/', MAX_SEGMENTS).map(unescaped);
    return { place, segments, keyword: errorCode.replace('.openapi.validation', '') };
  });
  return onePerField(faults);
}

/** The path of a detail: `options.due`. */
export const pathOf = ({ place, segments }: Fault): string => segments.join('.') || place;

/** The first faults, in our words. */
export const detailsOf = (document: Document, route: Endpoint, faults: readonly Fault[]): Detail[] =>
  faults.slice(0, MAX_DETAILS).map((fault) => {
    const { place, segments, keyword } = fault;
    if (keyword === '') return parseErrorDetail(pathOf(fault), place);
    return keywordDetail(pathOf(fault), keyword, fieldIn(document, route, place, segments) ?? { types: [] });
  });

/** JSON pointers escape two characters (RFC 6901, section 4). */
const unescaped = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

function fieldIn(document: Document, route: Endpoint, place: string, segments: string[]): Field | undefined {
  if (place === 'body') return fieldAt(document, bodySchema(document, operationAt(document, route)) ?? {}, segments);
  const [name = '', ...rest] = segments;
  const parameter = parametersOf(document, route).find((one) => one.name === name && one.in === (places[place] ?? place));
  return parameter && fieldAt(document, parameter.schema ?? {}, rest);
}

/** The names of the places of parameters in a document. */
const places: Readonly<Record<string, string>> = { params: 'path', headers: 'header', cookies: 'cookie' };

/** Errors without a keyword come from parsing, before any schema: text that is not percent-encoded. */
const parseErrorDetail = (path: string, place: string): Detail =>
  place === 'query' ? httpFaults.not_percent_encoded(path) : httpFaults.not_valid(path);

/** These say more than the other keywords. */
const tellingKeywords = ['required', 'additionalProperties', 'unevaluatedProperties', 'readOnly', 'type', 'enum'];

const nameOf = (place: string, segments: readonly string[]): string => [place, ...segments].join('/');

/** A nullable field has a fault for each alternative. A fault inside it says more than `oneOf`, a broken limit more than "not null". */
function onePerField(faults: readonly Fault[]): Fault[] {
  const parents = new Set(faults.flatMap(({ place, segments }) => segments.map((_, length) => nameOf(place, segments.slice(0, length)))));
  const unions = new Set(faults.filter(({ keyword }) => keyword === 'oneOf').map(({ place, segments }) => nameOf(place, segments)));
  const chosen = new Map<string, Fault & { rank: number }>();
  for (const fault of faults) {
    const name = nameOf(fault.place, fault.segments);
    const isOfWhole = fault.keyword === 'oneOf' || fault.keyword === 'type';
    if (isOfWhole && parents.has(name)) continue;
    const rank = unions.has(name) && !isOfWhole ? -1 : tellingKeywords.indexOf(fault.keyword) + 1 || tellingKeywords.length + 1;
    if (rank < (chosen.get(name)?.rank ?? Infinity)) chosen.set(name, { ...fault, rank });
  }
  return [...chosen.values()].map(({ rank: _, ...fault }) => fault);
}
