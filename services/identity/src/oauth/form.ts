import { httpFaults } from '@partner-ordering/http';
import type { Detail } from '@partner-ordering/kernel';
import { invalidRequest, type OAuthRefusal } from './refusal.ts';

/** A request to an OAuth endpoint as it arrived. It is checked here first, since the library is too lenient. */
export interface OAuthRequest {
  /** Header names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `URLSearchParams` of the form or query, with repeated parameters; anything else without one. */
  body: unknown;
  /** See `SignInOptions`. */
  waiting?: (() => AbortSignal) | undefined;
}

export type Form = ReadonlyMap<string, string>;

const MEDIA_TYPE = 'application/x-www-form-urlencoded';

/** Reads a form (RFC 6749, section 3.2); an empty parameter counts as omitted. Throws `invalid_request`, also for a repeated one. */
export function formOf({ headers, body }: OAuthRequest, labelOf?: (name: string) => string): Form {
  const contentType = headers['content-type'];
  if (typeof contentType !== 'string' || contentType.split(';')[0]!.trim().toLowerCase() !== MEDIA_TYPE) {
    throw invalidRequest(`The body must be ${MEDIA_TYPE}`);
  }
  return parametersOf(body, labelOf);
}

/** The parameters of a form or of a query. `labelOf` names a wrong one. */
export function parametersOf(body: unknown, labelOf = shortLabel): Form {
  const form = new Map<string, string>();
  for (const [name, value] of body instanceof URLSearchParams ? body : []) {
    if (form.has(name)) throw badParameter(httpFaults.duplicate_parameter(labelOf(name)));
    if (value.includes('\0')) throw badParameter(httpFaults.contains_nul_character(labelOf(name)));
    form.set(name, value);
  }
  for (const [name, value] of form) if (value === '') form.delete(name);
  return form;
}

const badParameter = ({ path, message }: Detail): OAuthRefusal => invalidRequest(`${path}: ${message}`);

/** Clients choose the names of parameters, and their lengths. */
const shortLabel = (name: string): string => name.slice(0, 64);

/** The value of a required parameter. */
export function requiredParameter(form: Form, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw badParameter(httpFaults.required(name));
  return value;
}
