import { type Detail, type Failure, invalid } from '@partner-ordering/kernel';

/** If a request has more mistakes, only the first ones are named. */
export const MAX_DETAILS = 50;

interface ValidatorError {
  status: number;
  errors: { path?: string; message?: string }[];
}

const isValidatorError = (error: unknown): error is ValidatorError =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors) && 'status' in error;

/** The validator's error as a 400 of the contract, with the path of each bad field; undefined for any other error. */
export function requestFailure(error: unknown): Failure | undefined {
  if (!isValidatorError(error) || error.status !== 400) return undefined;
  const details = error.errors.map(({ path = '', message = 'is not valid' }) => ({ path: fieldPath(path), message: sentence(message) }));
  return invalid(...distinct(withoutAlternatives(details)));
}

/** For a field that may also be null the schema reports three errors. If one of them names a part of the field, only that one helps. */
function withoutAlternatives(details: Detail[]): Detail[] {
  const isAlternative = ({ message }: Detail) => message === 'must be null' || message === 'must match exactly one schema in oneOf';
  return details.filter((detail) => !isAlternative(detail) || !details.some(({ path }) => path.startsWith(`${detail.path}.`)));
}

/** `/body/options/due` → `options.due`, `/query/limit` → `limit`. */
function fieldPath(pointer: string): string {
  const path = pointer.replace(/^\/(body|query|params|headers|cookies)(\/|$)/, '').replaceAll('/', '.');
  return path === '' ? 'body' : path;
}

const sentence = (message: string): string =>
  message
    .replace('must NOT have additional properties', 'is not a known field')
    .replace('must NOT have unevaluated properties', 'is not a known field');

function distinct(details: Detail[]): Detail[] {
  const byText = new Map(details.map((detail) => [`${detail.path}\0${detail.message}`, detail]));
  return [...byText.values()].slice(0, MAX_DETAILS);
}
