import { fromBufferPromise } from 'yauzl';
import { SheetFailure, type SheetLine } from './sheet.ts';
import { SheetXml } from './xlsx-sheet.ts';
import { workbookOf } from './xlsx-workbook.ts';
import { zipParts, type ZipParts } from './zip-parts.ts';

/** Texts that several cells share are kept while the sheet is read. */
const MAX_SHARED_CHARACTERS = 16 * 1024 * 1024;

/** The lines of the first sheet of an XLSX file. Throws `SheetFailure` for what is none, or is too large when it is unpacked. */
export async function* xlsxLines(content: Buffer): AsyncGenerator<SheetLine> {
  const parts = await asXlsx(async () => zipParts(await fromBufferPromise(content)));
  const { sheet, texts: textsPart } = await asXlsx(() => workbookOf(parts));
  const texts = textsPart === undefined ? [] : await asXlsx(() => sharedTexts(parts, textsPart));
  const pieces = piecesOf(parts, sheet, texts);
  try {
    for (;;) {
      const { done, value } = await asXlsx(() => pieces.next());
      if (done) return;
      yield* value;
    }
  } finally {
    await pieces.return(undefined);
  }
}

/** The lines that each piece of the part completes. */
async function* piecesOf(parts: ZipParts, part: string, texts: readonly string[]): AsyncGenerator<SheetLine[], undefined> {
  const xml = new SheetXml({ sharedText: (index) => texts[index] });
  for await (const piece of parts.text(part)) yield xml.write(piece);
  xml.end();
  return undefined;
}

async function sharedTexts(parts: ZipParts, part: string): Promise<string[]> {
  const texts: string[] = [];
  let characters = 0;
  const xml = new SheetXml({
    onSharedText: (text) => {
      characters += text.length;
      if (characters > MAX_SHARED_CHARACTERS) throw new SheetFailure('has too much text');
      texts.push(text);
    },
  });
  for await (const piece of parts.text(part)) xml.write(piece);
  xml.end();
  return texts;
}

/** Whatever a broken file makes the packages throw becomes a `SheetFailure`. */
async function asXlsx<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SheetFailure ? error : new SheetFailure('is no valid XLSX file', { cause: error });
  }
}
