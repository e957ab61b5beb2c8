import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryNames } from './safe-names.ts';

const named = (...names: string[]): string[] => entryNames(names.map((name) => ({ folder: 'works', name }))).map((name) => name.slice(6));

test('a name keeps its letters, and loses what some file system refuses', () => {
  const given = [
    'Größe 100 %.png',
    '日本語.pdf',
    '👩‍🎨.svg',
    'a/b\\c:d*e?f"g<h>i|j;k.txt',
    'line\nbreak\u0000\u2028.txt',
    ' end. . ',
    '...',
    '',
  ];
  const kept = ['Größe 100 %.png', '日本語.pdf', '👩‍🎨.svg', 'a_b_c_d_e_f_g_h_i_j_k.txt', 'line_break__.txt', 'end', '_', '_ (2)'];
  assert.deepEqual(named(...given), kept);
  assert.deepEqual(named('../../etc/passwd', '..', '/etc/passwd', 'C:\\x'), ['.._.._etc_passwd', '_', '_etc_passwd', 'C__x']);
});

test('a name of a device gets another beginning', () => {
  assert.deepEqual(named('CON', 'nul.txt', 'com1.tar.gz', 'LPT³.x', 'console.log', 'com10'), [
    ...['_CON', '_nul.txt', '_com1.tar.gz', '_LPT³.x'],
    ...['console.log', 'com10'],
  ]);
});

test('names that a file system takes for the same are numbered, also against names that look numbered', () => {
  assert.deepEqual(named('a.png', 'A.PNG', 'a.png', 'a (2).png', 'e\u0301', '\u00e9', 'ﬁ', 'FI'), [
    ...['a.png', 'A (2).PNG', 'a (3).png', 'a (2) (2).png'],
    ...['\u00e9', '\u00e9 (2)', 'ﬁ', 'FI (2)'],
  ]);
  const same = entryNames(['brief_files', 'works'].map((folder) => ({ folder, name: 'a' })));
  assert.deepEqual(same, ['brief_files/a', 'works/a']);
});

test('a long name keeps its extension and whole characters', () => {
  const [name = ''] = named(`${'日'.repeat(200)}.png`);
  assert.ok(Buffer.byteLength(name) <= 200);
  assert.match(name, /^日{65}\.png$/);
});
