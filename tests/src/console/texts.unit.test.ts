import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describedFault } from '@partner-ordering/kernel/faults';
import { faultTables } from '../../../workspace/fault-tables.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'console/src');

/** Every sentence of these texts, those of functions with some numbers in place of what they depend on. */
function sentencesOf(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts];
  if (typeof texts === 'function') return ['0', '1', '2'].flatMap((value) => sentencesOf(texts(value, value, value)));
  return Object.values(texts ?? {}).flatMap(sentencesOf);
}

test('French texts have a narrow no-break space before signs, and all a curved apostrophe', async () => {
  const all = { en: [] as string[], fr: [] as string[] };
  for (const file of globSync('**/*texts.ts', { cwd: folder }))
    for (const { en, fr } of Object.values((await import(join(folder, file))) as Record<string, { en: unknown; fr: unknown }>)) {
      all.en.push(...sentencesOf(en));
      all.fr.push(...sentencesOf(fr));
    }
  assert.ok(all.fr.length > 500, `${all.fr.length}`);
  const tables = (await faultTables()).flatMap(([, table]) => Object.values(table));
  all.fr.push(...tables.map((fault) => describedFault(fault, 'fr').sentence));
  assert.deepEqual(all.fr.filter((text) => /[ \u00A0][:;?!»]|«[ \u00A0]/.test(text)), []); // oxfmt-ignore
  assert.deepEqual([...all.en, ...all.fr].filter((text) => text.includes("'")), []); // oxfmt-ignore
});
