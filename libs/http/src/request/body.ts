import type { IncomingHttpHeaders } from 'node:http';
import { raw, type Request, type RequestHandler } from 'express';
import { invalid, type Detail } from '@partner-ordering/kernel';
import { parse } from 'secure-json-parse';
import { MAX_DETAIL_PATH, protocolErrors } from '../response/error-answers.ts';
import { ProtocolRefusal } from '../response/errors.ts';
import { faults } from '../faults.ts';
import { brokenJson } from './broken-keyword.ts';
import { exceededLimit, type JsonLimits } from './json-size.ts';

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
    throw invalid(faults.not_utf8('body'));
  }
}

/**
 * Reads a body into what `parse` makes of its bytes: 413 for more than `limit`, 415 for compressed ones, of which a few inflate to any
 * number. There are none when the client has gone.
 */
export function bodyReader(limit: number, parse: (bytes: Buffer, request: Request) => unknown): RequestHandler {
  const read = raw({ type: () => true, limit, inflate: false });
  return (request, response, next) =>
    read(request, response, (error) => {
      if (error) return next(error);
      try {
        request.body = parse((request.body as Buffer | undefined) ?? Buffer.alloc(0), request);
      } catch (refusal) {
        return next(refusal);
      }
      next();
    });
}

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
  const read = bodyReader(maxBytes, (bytes, request) => {
    const { text, value } = parsedJson(bytes);
    if (keepsText) request.bodyText = text;
    return value;
  });
  return (request, response, next) => {
    if (!hasBody(request.headers)) {
      if (required) return next(invalid(faults.body_required('body')));
      request.body = {};
      // The validator would miss the type of what is not there.
      request.headers['content-type'] = 'application/json';
      return next();
    }
    if (!request.is('json')) return next(new ProtocolRefusal(protocolErrors.bodyNotJson));
    void read(request, response, next);
  };
}

/** RFC 9112, section 6.3: a request has a body exactly when one of these two headers says so. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** 400 for JSON that exceeds a limit, before it is parsed. */
export function checkJsonSize(body: Uint8Array, most: JsonLimits): void {
  const exceeded = exceededLimit(body, most);
  if (exceeded === 'values') throw invalid(faults.too_many_values('body', { max: most.values }));
  if (exceeded === 'depth') throw invalid(faults.too_deep('body', { max: most.depth }));
}

function parsedJson(body: Buffer): { text: string; value: unknown } {
  checkJsonSize(body, limits);
  const text = utf8Text(body);
  let value: unknown;
  try {
    value = parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    throw invalid(brokenJson('body', error as Error));
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
  const fault = text.includes('\0') ? faults.contains_nul_character : text.isWellFormed() ? undefined : faults.unpaired_surrogate;
  if (fault === undefined) return undefined;
  const named = path.join('.');
  return fault(named === '' || named.length > MAX_DETAIL_PATH ? 'body' : named);
}
