import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { csvLines } from './csv-lines.ts';
import type { SheetLine } from './sheet.ts';

const linesOf = async (text: string) => {
  const lines = (await Readable.from(csvLines(Buffer.from(text))).toArray()) as SheetLine[];
  return lines.filter(({ cells }) => cells.some((cell) => cell !== null)).map(({ line, cells }) => [line, ...cells]);
};

test('a row has the number of its first line, with any line breaks, also within quotes', async () => {
  for (const end of ['\r\n', '\n', '\r'])
    for (const lineBreak of ['\r\n', '\n', '\r', '\n\n', '\r\n"";\r\n'])
      assert.deepEqual(await linesOf(`a;b${end}"x${lineBreak}y";1${end}${end};${end}2;3`), [
        [1, 'a', 'b'],
        [2, `x${lineBreak.replace('""', '"')}y`, '1'],
        [2 + 3 + lineBreak.replaceAll('\r\n', '\n').replaceAll(/[^\r\n]/g, '').length, '2', '3'],
      ]);
  assert.deepEqual(await linesOf('a,b\r\n1,2\n3,4\r5,6'), [
    [1, 'a', 'b'],
    [2, '1', '2'],
    [3, '3', '4'],
    [4, '5', '6'],
  ]);
});

test('a broken row is named by the line on which it begins', async () => {
  await assert.rejects(linesOf('a,b\r\n"x\r\ny",1\r\n"z,3\r\n4,5\r\n'), { message: 'is no valid CSV from line 4 on' });
  await assert.rejects(linesOf('a,b\r\n"x\r\ny"z,1\r\n'), { message: 'is no valid CSV from line 2 on' });
});

test('the first non-empty line may have commas, semicolons, tabs, or the sep= of Excel', async () => {
  for (const delimiter of [',', ';', '\t']) {
    const line = (...cells: string[]) => cells.join(delimiter);
    const text = `${line('a', 'b')}\r\n${line('"1,5;\t"', ' 2 ', '')}`;
    const cells = (first: number) => [
      [first, 'a', 'b'],
      [first + 1, '1,5;', '2', null],
    ];
    assert.deepEqual(await linesOf(text), cells(1));
    assert.deepEqual(await linesOf(`\uFEFF\r\n${text}`), cells(2));
    assert.deepEqual(await linesOf(`\uFEFFsep=${delimiter}\r\n${text}`), cells(2));
  }
  assert.deepEqual(await linesOf('\uFEFF"a"'), [[1, 'a']]);
});
