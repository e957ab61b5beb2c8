import type { IncomingHttpHeaders } from 'node:http';
import { raw, type RequestHandler } from 'express';
import { invalid, type Detail } from '@partner-ordering/kernel';
import { parse } from 'secure-json-parse';
import { MAX_DETAIL_PATH, protocolErrors } from '../response/error-answers.ts';
import { HttpError } from '../response/errors.ts';
import { brokenJson, faultTexts } from './fault-texts.ts';
import { exceededLimit } from './json-size.ts';

/** The longest body from clients and services, unless the operation has an `x-body-limit`. */
const MAX_BODY_BYTES = 1_048_576;
// Several times the usual body. Without limits, few bytes keep the process busy for a second, or run it out of stack.
const limits = { values: 5_000, depth: 64 };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a body; 400 unless it is UTF-8, whatever its header says (RFC 8259, section 8.1). */
export function utf8Text(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw invalid(ofBody(faultTexts.notUtf8));
  }
}

/** Reads the bytes of a body: 413 for more than `limit`, 415 for compressed ones, of which a few inflate to any number. */
export const bytesReader = (limit: number): RequestHandler => raw({ type: () => true, limit, inflate: false });

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
  const read = bytesReader(maxBytes);
  return (request, response, next) => {
    if (!hasBody(request.headers)) {
      if (required) return next(invalid(ofBody(faultTexts.noBody)));
      request.body = {};
      // The validator would miss the type of what is not there.
      request.headers['content-type'] = 'application/json';
      return next();
    }
    if (!request.is('json')) return next(HttpError.of(protocolErrors.bodyNotJson));
    read(request, response, (error) => {
      if (error) return next(error);
      try {
        // Without one, the client has gone.
        const { text, value } = parsedJson((request.body as Buffer | undefined) ?? Buffer.alloc(0));
        if (keepsText) request.bodyText = text;
        request.body = value;
      } catch (refusal) {
        return next(refusal);
      }
      next();
    });
  };
}

/** RFC 9112, section 6.3: a request has a body exactly when one of these two headers says so. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function parsedJson(body: Buffer): { text: string; value: unknown } {
  const exceeded = exceededLimit(body, limits);
  if (exceeded === 'values') throw invalid(ofBody(faultTexts.tooManyValues(limits.values)));
  if (exceeded === 'depth') throw invalid(ofBody(faultTexts.tooDeep(limits.depth)));
  const text = utf8Text(body);
  let value: unknown;
  try {
    value = parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    throw invalid(ofBody(brokenJson(error as Error)));
  }
  const flaw = flawOf(value, []);
  if (flaw !== undefined) throw invalid(flaw);
  return { text, value };
}

/** The flaw of a value that is valid JSON; undefined without one. */
function flawOf(value: unknown, path: string[]): Detail | undefined {
  if (typeof value === 'string') return flawOfText(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const key in value) {
    const ofKey = flawOfText(key, path);
    if (ofKey !== undefined) return ofKey;
    path.push(key);
    const flaw = flawOf((value as Record<string, unknown>)[key], path);
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
