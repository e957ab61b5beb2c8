import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { MAX_LINE_CHARACTERS, SheetFailure, type SheetLine } from './sheet.ts';

const CHUNK_BYTES = 64 * 1024;

/** The lines of a CSV file in UTF-8, with commas, or semicolons where the first line has them. Throws `SheetFailure` for broken quotes. */
export async function* csvLines(content: Buffer): AsyncGenerator<SheetLine> {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(content),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_CHARACTERS,
  });
  const source = Readable.from(chunksOf(content));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const cells = record.map((text) => (text.trim() === '' ? null : text.trim()));
      yield { line: info.lines, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new SheetFailure(`is no valid CSV from line ${String(error['lines'])} on`, { cause: error });
  } finally {
    source.destroy();
  }
}

function delimiterOf(content: Buffer): ',' | ';' {
  const end = content.indexOf('\n');
  const head = content.subarray(0, Math.min(end === -1 ? content.length : end, MAX_LINE_CHARACTERS)).toString();
  return head.includes(';') && !head.includes(',') ? ';' : ',';
}

function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += CHUNK_BYTES) yield content.subarray(start, start + CHUNK_BYTES);
}
