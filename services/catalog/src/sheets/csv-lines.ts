import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { faults } from '../faults.ts';
import { MAX_LINE_CHARACTERS, PRICE_SHEET, SheetFailure, type SheetLine } from './sheet.ts';

const CHUNK_BYTES = 64 * 1024;
const delimiters = [',', ';', '\t'] as const;
const lineBreak = /\r\n|\r|\n/;

/**
 * The lines of a CSV file in UTF-8, with the delimiter of its first line: a comma, a semicolon or a tab, or that of Excel's `sep=`.
 * Throws `SheetFailure` for broken quotes.
 */
export async function* csvLines(content: Buffer): AsyncGenerator<SheetLine> {
  const { delimiter, isDeclared } = delimiterOf(content);
  /** The line on which the current row begins. */
  let line = 1;
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: MAX_LINE_CHARACTERS,
    on_record: (texts) => {
      const firstLine = line;
      line += texts.join(delimiter).split(lineBreak).length;
      return isDeclared && firstLine === 1 ? null : [String(firstLine), ...texts];
    },
  });
  const source = Readable.from(chunksOf(content));
  source.pipe(parser);
  try {
    for await (const [firstLine, ...texts] of parser as AsyncIterable<string[]>)
      yield { line: Number(firstLine), cells: texts.map((text) => text.trim() || null) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new SheetFailure(faults.not_csv(PRICE_SHEET, { line }), { cause: error });
  } finally {
    source.destroy();
  }
}

/** The delimiter with which the first line that is not empty has most parts. */
function delimiterOf(content: Buffer): { delimiter: string; isDeclared: boolean } {
  const head = content.subarray(0, MAX_LINE_CHARACTERS).toString().replace('\uFEFF', '');
  const declared = /^sep=([,;\t])[\r\n]/i.exec(head)?.[1];
  if (declared !== undefined) return { delimiter: declared, isDeclared: true };
  const first = head.split(lineBreak).find((line) => line.trim() !== '') ?? '';
  const parts = (delimiter: string): number => first.split(delimiter).length;
  return { delimiter: delimiters.reduce((best, next) => (parts(next) > parts(best) ? next : best)), isDeclared: false };
}

function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += CHUNK_BYTES) yield content.subarray(start, start + CHUNK_BYTES);
}
