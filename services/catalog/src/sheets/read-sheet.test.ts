import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { csv, declaring, xlsx } from '../fixtures/sheets.ts';
import { sheetLines } from './read-sheet.ts';

const aborting = new AbortController();
const content = [Buffer.from(csv(...Array.from({ length: 100_000 }, () => ['product', 'solo', 2])))];

test('a sheet whose first line takes too long fails with this reason', async () => {
  await assert.rejects(sheetLines(content, aborting.signal, 1).next(), { message: /^takes more than 0.001 seconds to read/ });
});

test("a sheet of 20,000 lines is read within the limits of its process, also as Excel's Unicode text", async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [`product ${index}`, 'sol\u00f6', index]);
  const text = `\uFEFF${rows.map((cells) => `${cells.join('\t')}\r\n`).join('')}`;
  for (const [sheet, last] of [
    [xlsx(rows), 19_999],
    [Buffer.from(text, 'utf16le'), '19999'],
  ] as const) {
    const lines = await Readable.from(sheetLines([Buffer.from(sheet)], aborting.signal)).toArray();
    assert.equal(lines.length, 20_000);
    assert.deepEqual(lines.at(-1), { line: 20_000, cells: ['product 19999', 'sol\u00f6', last] });
  }
});

test('the process that reads a sheet ends with its signal', async () => {
  const lines = sheetLines(content, aborting.signal);
  assert.deepEqual((await lines.next()).value, { line: 1, cells: ['product', 'solo', '2'] });
  aborting.abort();
  await assert.rejects(Readable.from(lines).toArray(), { name: 'AbortError' });
});

test('a sheet that cannot be read, or only with too much memory, fails with this reason', async () => {
  const head = ['product', 'mode', 'due', 'amount', 'currency'];
  const sheetData = (row: string) => ({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row}</sheetData></worksheet>` });
  const failures: [string | Uint8Array, RegExp][] = [
    [Buffer.from('product;caf\u00e9', 'latin1'), /neither an XLSX file nor CSV in UTF-8/],
    [Buffer.from('\uFEFFa\0', 'utf16le'), /neither an XLSX file nor CSV in UTF-8/],
    [`${head.join(',')}\n"a,solo\n`, /no valid CSV/],
    [Buffer.from('PK\u0003\u0004nonsense', 'latin1'), /no valid XLSX/],
    [xlsx([head], { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row>' }), /no valid XLSX/],
    [xlsx([head], sheetData('<row r="1048577"/>')), /no valid XLSX/],
    [xlsx([head], sheetData('<row r="2.5"/>')), /no valid XLSX/],
    [xlsx([head], sheetData(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`)), /no valid XLSX/],
    [xlsx([head], sheetData('<row><c r="ZZZ1"/></row>')), /no valid XLSX/],
    [xlsx([head], sheetData('<row><c t="s"><v>99</v></c></row>')), /no valid XLSX/],
    [xlsx([head], { 'xl/_rels/workbook.xml.rels': '<Relationships/>' }), /no valid XLSX/],
    [xlsx([head], { 'xl/sharedStrings.xml': `<sst><si><t>${'&lt;'.repeat(6_000_000)}</t></si></sst>` }), /takes too much memory to read/],
    [xlsx([Array.from({ length: 26 }, () => 'x'.repeat(25_000_000))]), /has a line with more than 10000 characters/],
    [declaring(xlsx([head]), 200 * 1024 * 1024), /more than 64 MiB when it is unpacked/],
    [declaring(xlsx([head]), 100), /no valid XLSX/],
  ];
  const read = ([sheet, message]: [string | Uint8Array, RegExp]) =>
    assert.rejects(Readable.from(sheetLines([Buffer.from(sheet)], new AbortController().signal)).toArray(), { message });
  await Promise.all(failures.map(read));
});
