import type { IncomingHttpHeaders } from 'node:http';
import { raw, type RequestHandler } from 'express';
import { invalid, type Detail } from '@partner-ordering/kernel';
import { parse } from 'secure-json-parse';
import { MAX_DETAIL_PATH, protocolErrors } from '../response/error-answers.ts';
import { HttpError } from '../response/errors.ts';
import { brokenJson, faultTexts } from './fault-texts.ts';
import { formFaults, type FormFault } from './form-faults.ts';

/** The longest body from clients and services, unless the operation has an `x-body-limit`. */
const MAX_BODY_BYTES = 1_048_576;
// JSON can be nested so deeply that later code runs out of stack.
const MAX_DEPTH = 64;
// Several times the largest documented body. The validator reports every error and compares all items, whatever `maxItems` says:
// 100,000 values would keep the process busy for a minute.
const MAX_VALUES = 5_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a body; 400 unless it is UTF-8, whatever its header says (RFC 8259, section 8.1). */
export function utf8Text(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw invalid(ofBody(faultTexts.notUtf8));
  }
}

function reader(limit: number): RequestHandler {
  const read = raw({ type: () => true, limit });
  return (request, response, next) =>
    read(request, response, (error) => {
      if (error || !Buffer.isBuffer(request.body)) return next(error);
      try {
        request.body = utf8Text(request.body);
        next();
      } catch (refusal) {
        next(refusal);
      }
    });
}

const readText = reader(MAX_BODY_BYTES);

declare module 'express-serve-static-core' {
  interface Request {
    /** The text of a JSON body, where the document says `x-body-text`. */
    bodyText?: string;
  }
}

interface JsonBodyOptions {
  required: boolean;
  keepsText?: boolean;
  maxBytes?: number | undefined;
}

/**
 * Reads a JSON body: 415 for other types, 413 for more than `maxBytes` (1 MiB by default), 400 for broken or hostile JSON. An absent
 * optional body is an empty object. `keepsText` keeps the text, too.
 */
export function jsonBody({ required, keepsText = false, maxBytes = MAX_BODY_BYTES }: JsonBodyOptions): RequestHandler {
  const read = maxBytes === MAX_BODY_BYTES ? readText : reader(maxBytes);
  return (request, response, next) => {
    if (!hasBody(request.headers)) {
      if (required) return next(invalid({ path: 'body', message: faultTexts.noBody }));
      request.body = {};
      // The validator would miss the type of what is not there.
      request.headers['content-type'] = 'application/json';
      return next();
    }
    if (!request.is('json')) return next(HttpError.of(protocolErrors.bodyNotJson));
    read(request, response, (error) => {
      if (keepsText && typeof request.body === 'string') request.bodyText = request.body;
      next(error ?? parseInto(request));
    });
  };
}

/** Reads a form body as raw text, so the operation sees repeated fields. 400 names each field that is too long. */
export function formBody(faultOf: FormFault): RequestHandler {
  return (request, response, next) => {
    if (!hasBody(request.headers)) return next();
    readText(request, response, (error) => {
      const faults = error || typeof request.body !== 'string' ? [] : formFaults(request.body, faultOf);
      next(error ?? (faults.length > 0 ? invalid(...faults) : undefined));
    });
  };
}

/** RFC 9112, section 6.3: a request has a body exactly when one of these two headers says so. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function parseInto(request: { body: unknown }): Error | undefined {
  try {
    request.body = parse(request.body as string, { protoAction: 'error', constructorAction: 'error' });
    const flaw = flawOf(request.body, [], { left: MAX_VALUES });
    return flaw === undefined ? undefined : invalid(flaw);
  } catch (error) {
    return invalid({ path: 'body', message: brokenJson(error as Error) });
  }
}

/** The flaw of a value that is valid JSON; undefined without one. */
function flawOf(value: unknown, path: string[], values: { left: number }): Detail | undefined {
  if (--values.left < 0) return ofBody(faultTexts.tooManyValues(MAX_VALUES));
  if (typeof value === 'string') return flawOfText(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length === MAX_DEPTH) return ofBody(faultTexts.tooDeep(MAX_DEPTH));
  for (const key in value) {
    const ofKey = flawOfText(key, path);
    if (ofKey !== undefined) return ofKey;
    path.push(key);
    const flaw = flawOf((value as Record<string, unknown>)[key], path, values);
    if (flaw !== undefined) return flaw;
    path.pop();
  }
  return undefined;
}

/** PostgreSQL cannot store NUL, and half a surrogate pair is no character. */
function flawOfText(text: string, path: readonly string[]): Detail | undefined {
  const message = text.includes('\0') ? faultTexts.nul : text.isWellFormed() ? undefined : faultTexts.halfCharacter;
  if (message === undefined) return undefined;
  const named = path.join('.');
  return named === '' || named.length > MAX_DETAIL_PATH ? ofBody(message) : { path: named, message };
}

const ofBody = (message: string): Detail => ({ path: 'body', message });
