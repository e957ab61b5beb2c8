import { promisify } from 'node:util';
import { raw, type Request, type Response } from 'express';
import { invalid, type Detail } from '@partner-ordering/kernel';
import { parse } from 'secure-json-parse';
import { bodyKind, bodySchema, type Document, type Endpoint, fieldAt, fieldOf, operationAt } from '@partner-ordering/openapi';
import { MAX_DETAIL_PATH, protocolErrors } from '../response/error-answers.ts';
import { ProtocolRefusal } from '../response/errors.ts';
import { announcesBody } from '../response/headers.ts';
import { faults } from '../faults.ts';
import { invalidJsonDetail } from './keyword-details.ts';

/** The longest JSON body from clients and services, unless the operation has an `x-body-limit`. */
const MAX_BODY_BYTES = 1_048_576;
// Several times the usual body. Without limits, few bytes keep the process busy for a second, or run it out of stack.
const limits = { values: 5_000, depth: 64 };

/** Several times the longest form of a person or program. */
const MAX_FORM_BYTES = 16_384;
const MAX_PARAMETERS = 50;
/** Longer names of fields are cut. */
const SHOWN_NAME_LENGTH = 64;

declare module 'express-serve-static-core' {
  interface Request {
    /** The text of a JSON body, where the document says `x-body-text`. */
    bodyText?: string;
  }
}

/** Reads a body into `request.body`. */
type BodyReader = (request: Request, response: Response) => Promise<void>;

/** The reader of an operation's body; undefined for a GET, whose body is ignored, and for an operation that takes its stream. */
export function bodyReader(document: Document, endpoint: Endpoint): BodyReader | undefined {
  const operation = operationAt(document, endpoint);
  const { kind, required } = bodyKind(document, operation);
  if (kind === 'form') return formBody(document, endpoint);
  if (kind === 'none' && endpoint.method !== 'get') return emptyBody;
  if (kind !== 'json') return undefined;
  return jsonBody({ required, keepsText: operation['x-body-text'] === true, maxBytes: operation['x-body-limit'] ?? MAX_BODY_BYTES });
}

/** The bytes of a body: 413 for more than `limit`, 415 for compressed ones, of which a few inflate to any number. */
function bytesReader(limit: number): (request: Request, response: Response) => Promise<Buffer> {
  const read = promisify(raw({ type: () => true, limit, inflate: false }));
  return async (request, response) => {
    await read(request, response);
    // There are none when the client has gone.
    return (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  };
}

/** 415 for other types, 413 for more than `maxBytes`, 400 for broken or hostile JSON. An absent optional body is an empty object. */
function jsonBody({ required, keepsText, maxBytes }: { required: boolean; keepsText: boolean; maxBytes: number }): BodyReader {
  const read = bytesReader(maxBytes);
  return async (request, response) => {
    if (!announcesBody(request.headers)) {
      if (required) throw invalid(faults.body_required('body'));
      request.body = {};
      // The validator would miss the type of what is not there.
      request.headers['content-type'] = 'application/json';
      return;
    }
    if (!request.is('json')) throw new ProtocolRefusal(protocolErrors.bodyNotJson);
    const { text, value } = parsedJson(await read(request, response));
    if (keepsText) request.bodyText = text;
    request.body = value;
  };
}

/** A form becomes `URLSearchParams`, in which the operation sees repeated parameters: 413 for more than 16 KiB, 400 for a bad one. */
function formBody(document: Document, endpoint: Endpoint): BodyReader {
  const read = bytesReader(MAX_FORM_BYTES);
  const faultOf = formFault(document, endpoint, 'application/x-www-form-urlencoded');
  return async (request, response) => {
    if (announcesBody(request.headers)) request.body = parsedForm(utf8Text(await read(request, response)), faultOf);
  };
}

const readUndescribed = bytesReader(MAX_BODY_BYTES);
/** What clients send instead of no body. */
const emptyBodies = new Set(['', 'null', '{}', '[]']);

/** 400 for a body that the document does not describe and that says something: its sender expects an effect. */
async function emptyBody(request: Request, response: Response): Promise<void> {
  if (!announcesBody(request.headers)) return;
  const body = await readUndescribed(request, response);
  if (!emptyBodies.has(body.toString().replaceAll(/\s+/g, ''))) throw invalid(faults.body_not_allowed('body'));
  request.body = undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a body; 400 unless it is UTF-8, whatever its header says (RFC 8259, section 8.1). */
export function utf8Text(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw invalid(faults.not_utf8('body'));
  }
}

function parsedJson(body: Buffer): { text: string; value: unknown } {
  checkJsonSize(body, limits);
  const text = utf8Text(body);
  let value: unknown;
  try {
    value = parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    throw invalid(invalidJsonDetail('body', error as Error));
  }
  // Only an escape stands for a character that JSON and UTF-8 do not allow.
  const flaw = text.includes('\\u') ? flawOf(value, []) : undefined;
  if (flaw !== undefined) throw invalid(flaw);
  return { text, value };
}

/** The flaw of a value that is valid JSON; undefined without one. */
function flawOf(value: unknown, path: string[]): Detail | undefined {
  if (typeof value === 'string') return flawOfText(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const key in value) {
    const keyFlaw = flawOfText(key, path);
    if (keyFlaw !== undefined) return keyFlaw;
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
  const field = path.join('.');
  return fault(field === '' || field.length > MAX_DETAIL_PATH ? 'body' : field);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
// `[` and `{` differ in one bit, as do `]` and `}`.
const OPENING = 0x5b;
const CLOSING = 0x5d;
const BRACKET_MASK = 0xdf;

/**
 * 400 for JSON that exceeds a limit, by its brackets and commas outside strings: one pass over the bytes, which ends there, so that hostile
 * JSON is refused before it is parsed. An empty list or object counts as two values. Broken JSON is counted, too.
 */
export function checkJsonSize(text: Uint8Array, { values, depth }: { values: number; depth: number }): void {
  const { length } = text;
  let count = 1;
  let openBrackets = 0;
  for (let at = 0; at < length; at++) {
    const byte = text[at]!;
    if (byte === QUOTE) {
      at += 1;
      while (at < length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
    } else if (byte === COMMA) count++;
    else if ((byte & BRACKET_MASK) === OPENING) {
      count++;
      if (++openBrackets > depth) throw invalid(faults.too_deep('body', { max: depth }));
    } else if ((byte & BRACKET_MASK) === CLOSING) openBrackets--;
    if (count > values) throw invalid(faults.too_many_values('body', { max: values }));
  }
}

/** The fault of a form's text; undefined for a good one. */
export type FormFault = (name: string, value: string) => Detail | undefined;

/** Checks the lengths of a form's texts, which costs less than any work with them. The operation checks their presence and meaning. */
export function formFault(of: object, endpoint: Endpoint, type: string): FormFault {
  const document = of as Document;
  const schema = bodySchema(document, operationAt(document, endpoint), type) ?? {};
  const maxLengthOf = (name: string): number => fieldAt(document, schema, [name])?.maxLength ?? Infinity;
  const maxLengths = new Map(Object.keys(fieldOf(document, schema).properties ?? {}).map((name) => [name, maxLengthOf(name)]));
  const defaultMaxLength = maxLengthOf('');
  return (name, value) => {
    const maxLength = maxLengths.get(name) ?? defaultMaxLength;
    if (!isLonger(value, maxLength)) return undefined;
    return faults.too_long(name.slice(0, SHOWN_NAME_LENGTH), { max: maxLength });
  };
}

/** A form's parameters: 400 for more than 50 of them, and for each that is too long. */
function parsedForm(text: string, faultOf: FormFault): URLSearchParams {
  if (text.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    throw invalid(faults.too_many_parameters('body', { max: MAX_PARAMETERS }));
  const form = new URLSearchParams(text);
  const details = new Map([...form].flatMap(([name, value]) => faultOf(name, value) ?? []).map((detail) => [detail.path, detail]));
  if (details.size > 0) throw invalid(...details.values());
  return form;
}

/** Counts characters as JSON Schema does: a surrogate pair is one. */
const isLonger = (text: string, most: number): boolean => text.length > most && (text.length > 2 * most || [...text].length > most);
