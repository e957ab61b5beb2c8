import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { contents, lookUp } from '../guides/contents.ts';
import { miniSearch } from '../pages/search.ts';
import { searchRoles } from './search-roles.ts';

const guides = contents.flatMap((part) => part.guides);
const pages = join(import.meta.dirname, '../.cache/pages');

/** An entry of the sidebar, with the title of its page. */
const entry = (name: string): { text: string; link: string } => ({
  text: /^# (.+)$/m.exec(readFileSync(join(pages, `${name}.md`), 'utf8'))![1]!,
  link: `/${name}`,
});

/** Anchors as GitHub makes them, since the guides link to these. */
const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
    .replaceAll(' ', '-');

const reference = { text: 'Reference', link: '/reference/', target: '_self' };

export default defineConfig({
  base: '/docs/',
  srcDir: '.cache/pages',
  outDir: 'dist',
  cacheDir: '.cache/vitepress',
  cleanUrls: true,
  title: 'Partner Ordering',
  description: 'Order creative work through one API: guides and reference',
  head: [['link', { rel: 'icon', href: '/docs/icon.svg', type: 'image/svg+xml' }]],
  markdown: { anchor: { slugify }, theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/first-order', activeMatch: `^/(?!errors)(?:${guides.join('|')})$` },
      reference,
      { text: 'Events', link: '/events' },
      { text: 'Errors', link: '/errors' },
      { text: 'Changelog', link: '/changelog' },
      // Relative, since addresses from the root get the base.
      { text: 'Console', link: '../console/', target: '_self' },
    ],
    sidebar: [
      ...contents.map((part) => ({ text: part.title, items: part.guides.map(entry) })),
      { text: 'Look up', items: [reference, ...lookUp.map(({ text, page }) => ({ text, link: `/${page}` }))] },
    ],
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local', options: { miniSearch } },
  },
  vite: { plugins: [searchRoles] },
});
