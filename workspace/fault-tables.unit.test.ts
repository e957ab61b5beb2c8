import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { both, declareFaults } from '@partner-ordering/kernel/faults';
import { withCodes } from './errors-page.ts';
import { codesOf, describedCodes } from './fault-tables.ts';
import { formatted } from './format.ts';

const common = declareFaults({ too_big: both('has more than {max}', 'a plus de {max}') });

test('each code stands once, with the service that answers it; what services repeat of a lib is that of several', () => {
  const own = declareFaults({ is_sold: both('is sold', 'est vendu') });
  const codes = codesOf([
    ['libs/kernel/faults.ts', common],
    ['services/shop/src/faults.ts', { ...common, ...own }],
  ]);
  assert.deepEqual(codes, [
    { code: 'is_sold', sentence: 'is sold', params: [], service: 'shop' },
    { code: 'too_big', sentence: 'has more than {max}', params: ['max'], service: null },
  ]);
});

test('a code of two files is refused with both names, and so is one that is not in snake_case', () => {
  const other = declareFaults({ too_big: both('is big', 'est grand'), isSold: both('is sold', 'est vendu') });
  assert.throws(
    () =>
      codesOf([
        ['a.ts', common],
        ['b.ts', other],
      ]),
    { message: 'a.ts and b.ts both declare the code too_big\nb.ts: the code isSold is not in snake_case' },
  );
});

test('docs/partners/errors.md lists every code', async () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/partners/errors.md'), 'utf8');
  assert.equal(page, await formatted('errors.md', withCodes(page, await describedCodes())), 'write it anew: npm run generate');
});
