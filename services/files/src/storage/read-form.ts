import busboy from 'busboy';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { httpFaults, type FormFault } from '@partner-ordering/http';
import { invalid } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';
import type { ArrivingFile } from './storage.ts';

/** The signed ones, and those that clients add. */
const MAX_FIELDS = 20;
// The document limits each field in characters, of which none takes more than four bytes. busboy counts the end of the form as a part.
const limits = { fields: MAX_FIELDS, fieldSize: 4 * 8_192 + 1, fieldNameSize: 64, files: 1, headerPairs: 20, parts: MAX_FIELDS + 2 };

/** More than all fields with their heads take. */
const MAX_BYTES_BEFORE_FILE = 1_048_576;

export interface FormReader<T> {
  /** The fault of a field, if any. */
  faultOf: FormFault;
  take: (fields: Readonly<Record<string, string>>, file: ArrivingFile) => Promise<T>;
  discard: (result: T) => Promise<void>;
}

/**
 * Reads a `multipart/form-data` body (RFC 7578) whose file comes last; 400 for any other. Answers what `take` made of the fields and the
 * file's stream, once the form is complete. After an error `discard` gets that, and the rest is read, so that the client gets the answer.
 */
export async function readForm<T>(
  { incoming, headers }: { incoming: Readable; headers: IncomingHttpHeaders },
  { faultOf, take, discard }: FormReader<T>,
): Promise<T> {
  const parser = parserFor(headers);
  let result: Promise<T> | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const fields: Record<string, string> = {};
      parser.on('field', (name, value) => {
        if (result) return reject(invalid(faults.file_not_last('body')));
        const fault = faultOf(name, value);
        if (fault) return reject(invalid(fault));
        fields[name] = value;
      });
      parser.on('file', (name, content, { filename, mimeType }) => {
        // An error must not end the process when nobody reads the stream.
        content.on('error', () => undefined);
        if (name !== 'file') return reject(invalid(faults.file_in_wrong_field('body')));
        result = take(fields, { name: filename ?? '', declaredType: mimeType, content });
        result.catch(reject);
      });
      parser.on('filesLimit', () => reject(invalid(faults.several_files('body'))));
      for (const limit of ['fieldsLimit', 'partsLimit'] as const)
        parser.on(limit, () => reject(invalid(httpFaults.too_many_fields('body', { max: MAX_FIELDS }))));
      parser.on('error', () => reject(invalid(faults.form_incomplete('body'))));
      parser.on('close', () => (result ? result.then(resolve, reject) : reject(invalid(faults.file_missing('body')))));
      incoming.once('close', () => {
        if (!incoming.readableEnded) parser.destroy(new Error('The client closed the connection'));
      });
      let bytes = 0;
      incoming.on('data', ({ length }: Buffer) => {
        bytes += length;
        // The parser has read the previous chunk by now.
        if (bytes - length > MAX_BYTES_BEFORE_FILE && !result)
          reject(invalid(faults.file_too_late('body', { max: MAX_BYTES_BEFORE_FILE })));
      });
      incoming.pipe(parser);
    });
  } catch (error) {
    incoming.unpipe(parser);
    parser.on('error', () => undefined).destroy();
    incoming.resume();
    await result?.then(discard, () => undefined);
    throw error;
  }
}

function parserFor(headers: IncomingHttpHeaders): busboy.Busboy {
  try {
    return busboy({ headers, limits, defParamCharset: 'utf8' });
  } catch {
    throw invalid(faults.not_a_form('body'));
  }
}
