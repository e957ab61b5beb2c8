import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

type Cells = (string | number | Date | null)[];
const { csvOf } = (await import(join(import.meta.dirname, '../../../console/src/kit/csv.ts'))) as {
  csvOf: (rows: Cells[], language: 'en' | 'fr') => string;
};

const at = new Date(2026, 2, 1, 9, 5, 1);

test('a CSV file has the separators of its reader, quoted texts, and numbers and times that are none', () => {
  const rows = [
    ['Titre', 'He said "hi", then left'],
    [12.5, -3, null, at],
  ];
  assert.equal(csvOf(rows, 'en'), '\uFEFF"Titre","He said ""hi"", then left"\r\n12.5,-3,,2026-03-01 09:05:01\r\n');
  assert.equal(csvOf(rows, 'fr'), '\uFEFF"Titre";"He said ""hi"", then left"\r\n12,5;-3;;2026-03-01 09:05:01\r\n');
});

test('a text is no formula, at its beginning or after a cell separator of any language, and has one line', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF201', '\t=1', '\r\n=1', ' =1', '"=1'];
  for (const formula of formulas)
    for (const text of [formula, `x;${formula}`, `x,${formula}`, `x\t;${formula}`]) {
      const cell = csvOf([[text]], 'fr').slice('\uFEFF"'.length, -'"\r\n'.length);
      assert.match(cell, /(?:^|[,;])[ "]*'[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/, text);
      assert.doesNotMatch(cell, /(?:^|[,;])[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\r\n\t]/, text);
    }
  assert.equal(csvOf([['a-b + c = d@e.f; g']], 'en'), '\uFEFF"a-b + c = d@e.f; g"\r\n');
});
