import { text, type RequestHandler } from 'express';
import { holdsNul, invalid } from '@partner-ordering/data';
import { parse } from 'secure-json-parse';
import { HttpError } from './errors.ts';

const MAX_BODY_BYTES = 1_048_576;
// JSON may nest until whatever walks it later runs out of stack.
const MAX_DEPTH = 64;

const readText = text({ type: () => true, limit: MAX_BODY_BYTES, defaultCharset: 'utf-8' });

/** Reads a JSON body: other types are 415, too large is 413, broken or hostile JSON is 400. */
export function jsonBody(required: boolean): RequestHandler {
  return (request, response, next) => {
    if (!hasBody(request.headers)) return next(required ? invalid({ path: 'body', message: 'a JSON body is required' }) : undefined);
    if (!request.is('json')) return next(new HttpError(415, 'The body must be application/json'));
    readText(request, response, (error) => next(error ?? parseInto(request)));
  };
}

/** Reads a form body as its raw text, so that the operation sees repeated fields too. */
export const formBody: RequestHandler = (request, response, next) => {
  if (!hasBody(request.headers)) return next();
  readText(request, response, next);
};

const hasBody = (headers: Record<string, unknown>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function parseInto(request: { body: unknown }): Error | undefined {
  try {
    const source = request.body as string;
    // PostgreSQL stores no NUL; only an escape can bring one past the JSON grammar.
    if (holdsNul(source)) return invalid({ path: 'body', message: 'holds a NUL character' });
    request.body = parse(source, { protoAction: 'error', constructorAction: 'error' });
    return isDeeper(request.body, MAX_DEPTH) ? invalid({ path: 'body', message: `is nested more than ${MAX_DEPTH} deep` }) : undefined;
  } catch (error) {
    return invalid({ path: 'body', message: `is not valid JSON: ${(error as Error).message.slice(0, 200)}` });
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1)));
