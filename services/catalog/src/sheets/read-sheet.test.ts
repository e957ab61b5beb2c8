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

test('the process that reads a sheet ends with its signal', async () => {
  const lines = sheetLines(content, aborting.signal);
  assert.deepEqual((await lines.next()).value, { line: 1, cells: ['product', 'solo', '2'] });
  aborting.abort();
  await assert.rejects(Readable.from(lines).toArray(), { name: 'AbortError' });
});

test('a sheet that cannot be read, or only with too much memory, fails with this reason', async () => {
  const head = ['product', 'mode', 'due', 'amount', 'currency'];
  /** Its reader fills the lines before the last one. */
  const endless = '<worksheet><sheetData><row r="99999999999"><c r="A99999999999"><v>1</v></c></row></sheetData></worksheet>';
  const parts = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}.xml`, '']));
  const failures: [string | Uint8Array, RegExp][] = [
    [Uint8Array.of(0xff, 0xfe, 0x41), /neither an XLSX file nor CSV in UTF-8/],
    [`${head.join(',')}\n"a,solo\n`, /no valid CSV/],
    [Buffer.from('PK\u0003\u0004nonsense', 'latin1'), /no valid XLSX/],
    [xlsx([head], { 'xl/worksheets/sheet1.xml': '<worksheet><row></worksheet>' }), /no valid XLSX/],
    [xlsx([head], { 'xl/_rels/workbook.xml.rels': '<Relationships/>' }), /no valid XLSX/],
    [xlsx([head], { 'xl/worksheets/sheet1.xml': endless }), /takes too much memory to read/],
    [xlsx([['x'.repeat(20_000)]]), /has a line with more than 10000 characters/],
    [declaring(xlsx([head]), 200 * 1024 * 1024), /more than 32 MiB when it is unpacked/],
    [declaring(xlsx([head]), 100), /no valid XLSX/],
    [xlsx([head], parts), /more than 1000 parts/],
  ];
  const read = ([sheet, message]: [string | Uint8Array, RegExp]) =>
    assert.rejects(Readable.from(sheetLines([Buffer.from(sheet)], new AbortController().signal)).toArray(), { message });
  await Promise.all(failures.map(read));
});
