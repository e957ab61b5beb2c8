import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zipSync, strToU8 } from 'fflate';
import { xlsx } from '../fixtures/sheets.ts';
import type { Cell } from './sheet.ts';
import { xlsxLines } from './xlsx-lines.ts';

const linesOf = (file: Uint8Array): [number, ...Cell[]][] => [...xlsxLines(Buffer.from(file))].map(({ line, cells }) => [line, ...cells]);
/** The lines of a sheet with these rows. */
const read = (rows: string, parts: Record<string, string> = {}) =>
  linesOf(xlsx([], { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`, ...parts }));
/** The cells of a row with this XML. */
const cellsOf = (cells: string, parts?: Record<string, string>) => read(`<row>${cells}</row>`, parts)[0]!.slice(1);

test('a cell is read as Excel shows it, in each form that a program gives it', () => {
  const shared =
    '<sst><si><t xml:space="preserve"> a </t></si><si><r><rPr><b/></rPr><t>ri</t></r><r><t>ch</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si/><si><t>b_x000D_&#10;c &amp;_x005F_x0041__x0000_</t></si></sst>';
  const cells: [string, Cell][] = [
    ...[' a ', 'rich', '東京', null, 'b\r\nc &_x0041_'].map((text, index): [string, Cell] => [
      `<c t="s"><v>${index}</v></c>`,
      text?.trim() ?? null,
    ]),
    ['<c t="inlineStr"><is><t> in</t></is></c>', 'in'],
    ['<c t="inlineStr"><is><r><t>ri</t></r><r><t>ch</t></r><rPh><t>x</t></rPh></is><v>no</v></c>', 'rich'],
    ['<c t="str"><f>A1</f><v>text</v></c>', 'text'],
    ['<c t="str"><f>A1</f><v></v></c>', null],
    ['<c t="b"><v>1</v></c>', 'TRUE'],
    ['<c t="e"><f>A1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['<c t="d"><v>2026-03-01T09:05:01</v></c>', '2026-03-01T09:05:01'],
    ['<c><f>A1*3</f><v>315.9</v></c>', 315.9],
    ['<c t="n"><v>1.2345E+2</v></c>', 123.45],
    ['<c><v>0.1</v></c>', 0.1],
    ['<c><v>1e999</v></c>', '1e999'],
    ['<c><v><![CDATA[7]]></v></c>', 7],
    ['<c s="0"/>', null],
    ['<c><v></v></c>', null],
    ['<c><v>8</v></c>', 8],
  ];
  const given = cellsOf(cells.map(([xml]) => xml).join(''), { 'xl/sharedStrings.xml': shared });
  assert.deepEqual(
    given,
    cells.map(([, cell]) => cell),
  );
});

test('rows and cells that do not say where they are follow the one before', () => {
  const rows = `<row r="3"><c r="B3"><v>1</v></c><c><v>2</v></c><c r="AA3"><v>3</v></c></row><row/><row><c><v>4</v></c></row>
    <row><c r="A9"><v>5</v></c></row>`;
  const far = Array.from({ length: 23 }, () => null);
  assert.deepEqual(read(rows), [[3, null, 1, 2, ...far, 3], [4], [5, 4], [9, 5]]);
});

test('a formula without a value is its own text, also where the file says that its values are to be computed', () => {
  const formulas = '<c><f>A1*2</f></c><c><f>A1*3</f><v>0</v></c><c><v>0</v></c>';
  assert.deepEqual(cellsOf(formulas), ['=A1*2', 0, 0]);
  const workbook = Buffer.from(workbookWith('', '<calcPr fullCalcOnLoad="1"/>')).toString();
  assert.deepEqual(cellsOf(formulas, { 'xl/workbook.xml': workbook }), ['=A1*2', '=A1*3', 0]);
});

test('numbers become times by their formats: built-in ones, custom ones, and those with texts, colors and languages', () => {
  const dates = [
    'yyyy\\-mm\\-dd',
    'd/m/yy h:mm;@',
    '[$-F800]dddd\\,\\ mmmm\\ dd',
    '[Red]mmm-yy',
    'yyyy"年"m"月"d"日"',
    'dd.mm.yyyy hh:mm:ss.000',
    'MMMM',
  ];
  const numbers = [
    '0.00',
    '#,##0.00\\ "EUR/day"',
    '[$CHF-807]\\ 0.00',
    '0%',
    '_-* #,##0.00\\ _d_-',
    'USD 0.00',
    'General',
    '0.00E+00',
    '[<5]"days"0',
    '@',
  ];
  const codes = [...dates, ...numbers, '[h]:mm'];
  const formats = codes.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/>`,
  );
  const styles = [14, 22, 30, 47, 46, 2, 49, ...codes.map((_, index) => 164 + index)];
  const part = `<styleSheet><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs>${styles.map((number) => `<xf numFmtId="${number}"/>`).join('')}</cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs></styleSheet>`;
  const cells = styles.map((_, style) => `<c s="${style}"><v>46082.3784837963</v></c>`).join('');
  const [time, duration] = ['2026-03-01T09:05:01.000Z', '46082.3784837963 days'];
  const own = [...dates.map(() => time), ...numbers.map((_, index) => (index < 6 ? 46_082.38 : 46_082.378_484)), duration];
  assert.deepEqual(cellsOf(cells, { 'xl/styles.xml': part }), [time, time, time, time, duration, 46_082.38, 46_082.378_484, ...own]);
  const noDays = cellsOf('<c s="0"><v>0.5</v></c><c s="0"><v>1e300</v></c>', { 'xl/styles.xml': part });
  assert.deepEqual(noDays, ['0.5 days', '1e+300 days']);
});

test('a number has the decimals that its format shows, rounded half up; without a format, 11 digits', () => {
  const accounting = '_-* #,##0.00\\ [$€-407]_-;\\-* #,##0.00\\ [$€-407]_-;_-* "-"??\\ [$€-407]_-;_-@_-';
  const shown: [string | number, number, number][] = [
    ...['0.00', '#,##0.00 €', '[$€-407]\\ #,##0.00', '#,##0.00_);[Red](#,##0.00)', accounting, 2, 4, 7, 8, 39, 40, 43, 44].flatMap(
      (format): [string | number, number, number][] => [
        [format, 23.985, 23.99],
        [format, 1.005, 1.01],
        [format, 23.990_000_000_000_002, 23.99],
      ],
    ),
    ...['0', '#,##0', '#,##0\\ "€/2.00"', 1, 3, 37].map((format): [string | number, number, number] => [format, 24.5, 25]),
    ['0.000', 0.1234, 0.123],
    ['Fr. 0.00', 23.5, 23.5],
    ['0%', 0.2351, 0.24],
    ['0.0%', 0.2351, 0.235],
    [9, 0.2351, 0.24],
    [10, 0.235_15, 0.2352],
    ...['General', 0, 49, '[>=1000]#,##0;0.00', '# ?/?', '0.00E+00'].map((format): [string | number, number, number] => [
      format,
      23.985_000_000_000_003,
      23.985,
    ]),
    ['General', 999_999_999.99, 999_999_999.99],
    ['0.00', 1e300, 1e300],
  ];
  const codes = shown.map(([format], index) =>
    typeof format === 'number'
      ? ''
      : `<numFmt numFmtId="${164 + index}" formatCode="${format.replaceAll('"', '&quot;').replaceAll('>', '&gt;')}"/>`,
  );
  const styles = shown.map(([format], index) => `<xf numFmtId="${typeof format === 'number' ? format : 164 + index}"/>`);
  const part = `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`;
  const cells = shown.map(([, value], style) => `<c s="${style}"><v>${value}</v></c>`).join('');
  assert.deepEqual(
    cellsOf(cells, { 'xl/styles.xml': part }),
    shown.map(([, , number]) => number),
  );
});

test('a format code of many brackets without an end is that of a number', () => {
  for (const bracket of ['[', '[h'])
    assert.deepEqual(
      cellsOf('<c s="0"><v>46082</v></c>', {
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0${bracket.repeat(60_000)}"/></numFmts>
          <cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
      }),
      [46_082],
    );
});

test('days begin in 1904 where the workbook says so, as 1 or true', () => {
  const day = (properties: string) => cellsOf('<c s="1"><v>44620</v></c>', { 'xl/workbook.xml': workbookWith(properties) });
  for (const value of ['1', 'true'])
    assert.deepEqual(day(`<workbookPr date1904="${value}"/><e><x:workbookPr other="1"/></e>`), ['2026-03-01T00:00:00.000Z']);
  for (const properties of ['<workbookPr date1904="0"/>', '<workbookPr date1904="false"/>', '<workbookPr/>', ''])
    assert.deepEqual(day(properties), ['2022-02-28T00:00:00.000Z']);
});

const workbookWith = (before: string, after = ''): string =>
  `<workbook>${before}<sheets><sheet name="Prices" sheetId="1" r:id="rId3"/></sheets>${after}</workbook>`;

test('the first visible sheet is read, whatever the parts, prefixes and namespaces of a file are called', () => {
  const types = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
  const relation = (id: string, type: string, target: string) => `<p:Relationship Target="${target}" Type="${types}/${type}" Id="${id}"/>`;
  const sheet = (value: number) => `<x:worksheet><x:sheetData><x:row><x:c><x:v>${value}</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
  const parts = {
    '_rels/.rels': `<p:Relationships>${relation('a', 'extended-properties', 'app.xml')}${relation('b', 'officeDocument', '/book/Main.xml')}</p:Relationships>`,
    'book/_rels/main.xml.rels': `<p:Relationships>${relation('c', 'chartsheet', 'chart.xml')}${relation('s1', 'worksheet', '/book/one.xml')}${relation('s2', 'worksheet', '../two.xml')}${relation('s3', 'worksheet', 'three.xml')}</p:Relationships>`,
    'book/main.xml': `\uFEFF<?xml version="1.0"?><x:workbook><x:sheets><x:sheet name="C" q:id="c"/><x:sheet name="1" state="veryHidden" q:id="s1"/><x:sheet name="2" q:id="s2"/><x:sheet name="3" q:id="s3"/></x:sheets></x:workbook>`,
    'book\\one.xml': sheet(1),
    'two.xml': sheet(2),
    'book/three.xml': sheet(3),
  };
  const file = (given: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(given).map(([name, text]) => [name, strToU8(text)])));
  assert.deepEqual(linesOf(file(parts)), [[1, 2]]);
  const hidden = parts['book/main.xml'].replaceAll('name=', 'state="hidden" name=');
  assert.deepEqual(linesOf(file({ ...parts, 'book/main.xml': hidden.replace('state="veryHidden" ', '') })), [[1, 1]], 'all are hidden');
});
