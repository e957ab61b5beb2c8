import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pagesOf } from './pages.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8').replaceAll(/```.*?```/gs, '');

/** The anchors of a page, as GitHub makes them from its headings. */
const anchorsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

test('no link of a page leads to a missing file or heading, and none of a page for partners to a source file', () => {
  const pages = pagesOf(root);
  assert.ok(pages.length > 30);
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)#?([^)\s]*)\)/g)]
      .map(([, path, anchor]) => ({ target: path === '' ? page : join(dirname(page), path!), anchor: anchor! }))
      .filter(
        ({ target, anchor }) =>
          !existsSync(join(root, target)) ||
          (page.startsWith('docs/partners/') && !/\.(md|csv|arazzo\.yaml)$/.test(target)) || // the portal serves these, no source
          (anchor !== '' && target.endsWith('.md') && !anchorsOf(target).includes(anchor)),
      )
      .map(({ target, anchor }) => `${page}: ${target}#${anchor}`),
  );
  assert.deepEqual(dead, []);
});

test('the questions and the glossary name no file that is missing', () => {
  const pages = `${read('docs/developers/where.md')}\n${read('docs/developers/glossary.md')}`;
  const files = [...pages.matchAll(/`((?:services|libs|openapi|tests)\/[\w./-]+)`/g)].map(([, file]) => file!);
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.filter((file) => !existsSync(join(root, file))),
    [],
  );
});
