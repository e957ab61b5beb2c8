import { isUtf8 } from 'node:buffer';
import { csvLines } from './csv-lines.ts';
import { SheetFailure, type SheetLine } from './sheet.ts';
import { xlsxLines } from './xlsx-lines.ts';

const zipMark = Buffer.from('PK\u0003\u0004', 'latin1');

/** The lines of a sheet, told by its first bytes: XLSX is a zip file, everything else CSV in UTF-8. Throws `SheetFailure`. */
export function sheetLines(content: Buffer): AsyncIterable<SheetLine> {
  if (content.subarray(0, zipMark.length).equals(zipMark)) return xlsxLines(content);
  if (!isUtf8(content) || content.includes(0)) throw new SheetFailure('is neither an XLSX file nor CSV in UTF-8');
  return csvLines(content);
}
