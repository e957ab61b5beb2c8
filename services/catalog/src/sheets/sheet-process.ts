import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { faults } from '../faults.ts';
import { csvLines } from './csv-lines.ts';
import { MAX_LINE_CHARACTERS, PRICE_SHEET, SheetFailure, type SheetLine, type SheetMessage } from './sheet.ts';
import { xlsxLines } from './xlsx-lines.ts';

/* A process of its own, as sheets are others'. It reads one from its standard input, and writes `SheetMessage`s, each a line of JSON. */

const zipMark = Buffer.from('PK\u0003\u0004', 'latin1');
const utf16Mark = Buffer.of(0xff, 0xfe);
/** In any encoding that has the letters of ASCII. */
const htmlPage = /^(?:\u00EF\u00BB\u00BF)?\s*(?=<)[^]*?<(?:!doctype )?html\b/i;

/** The lines of a sheet: XLSX is a zip file, all else CSV in UTF-8 or Excel's "Unicode text". Throws `SheetFailure`. */
function parsedLines(content: Buffer): Iterable<SheetLine> | AsyncIterable<SheetLine> {
  const beginsWith = (mark: Buffer) => content.subarray(0, mark.length).equals(mark);
  if (beginsWith(zipMark)) return xlsxLines(content);
  if (htmlPage.test(content.toString('latin1', 0, MAX_LINE_CHARACTERS))) throw new SheetFailure(faults.is_html_page(PRICE_SHEET));
  const text = beginsWith(utf16Mark) ? Buffer.from(content.toString('utf16le')) : content;
  if (!isUtf8(text) || text.includes(0)) throw new SheetFailure(faults.not_a_sheet(PRICE_SHEET));
  return csvLines(text);
}

async function send(message: SheetMessage): Promise<void> {
  const text = JSON.stringify(message);
  // Many cells of an XLSX file may share one long text.
  if (text.length > MAX_LINE_CHARACTERS) throw new SheetFailure(faults.line_too_long(PRICE_SHEET, { max: MAX_LINE_CHARACTERS }));
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}

try {
  for await (const line of parsedLines(await buffer(process.stdin))) if (line.cells.some((cell) => cell !== null)) await send(line);
  await send({ isRead: true });
} catch (error) {
  if (!(error instanceof SheetFailure)) throw error;
  await send({ failure: error.fault });
}
