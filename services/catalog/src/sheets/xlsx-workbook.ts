import { posix } from 'node:path';
import { SaxesParser } from 'saxes';
import { SheetFailure } from './sheet.ts';
import type { ZipParts } from './zip-parts.ts';

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const SHARED_TEXTS = 'xl/sharedStrings.xml';
const MAX_CHARACTERS = 1024 * 1024;

/** Where an XLSX file has what is read of it. */
export interface Workbook {
  /** Name of the part with the first sheet. */
  sheet: string;
  /** Name of the part with the texts that cells share. */
  texts: string | undefined;
}

/** The element without its prefix, which producers choose. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Finds the first sheet. Throws `SheetFailure` when there is none. */
export async function workbookOf(parts: ZipParts): Promise<Workbook> {
  let sheetId: string | undefined;
  await readTags(parts, WORKBOOK, (name, attributes) => {
    // Excel for Mac once counted days from 1904. A price that is valid at the wrong time is worse than none.
    if (name === 'workbookPr' && ['1', 'true'].includes(attributes['date1904'] ?? ''))
      throw new SheetFailure('counts its days from 1904: turn this off in the settings of the workbook');
    if (name === 'sheet') sheetId ??= Object.entries(attributes).find(([key]) => localName(key) === 'id' && key !== 'id')?.[1];
  });
  let target: string | undefined;
  await readTags(parts, RELATIONS, (name, attributes) => {
    if (name === 'Relationship' && attributes['Id'] === sheetId) target = attributes['Target'];
  });
  if (sheetId === undefined || target === undefined) throw new SheetFailure('has no sheet');
  const sheet = target.startsWith('/') ? target.slice(1) : posix.join('xl', target);
  return { sheet, texts: parts.has(SHARED_TEXTS) ? SHARED_TEXTS : undefined };
}

async function readTags(parts: ZipParts, part: string, onTag: (name: string, attributes: Record<string, string>) => void): Promise<void> {
  const parser = new SaxesParser({ position: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => onTag(localName(name), attributes as Record<string, string>));
  let characters = 0;
  for await (const text of parts.text(part)) {
    characters += text.length;
    if (characters > MAX_CHARACTERS) throw new SheetFailure('has a list of sheets that is too long');
    parser.write(text);
  }
  parser.close();
}
