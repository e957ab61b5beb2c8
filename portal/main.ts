import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build as buildByVite } from 'vite';
import { build } from 'vitepress';
import { writeGuides } from './guides/write.ts';
import { writeFiles, writePages } from './pages/write.ts';

/** `npm run build -w portal`: writes the pages as Markdown, and builds the site from them, and the reference. */
const portal = import.meta.dirname;
const pages = join(portal, '.cache/pages');
await rm(pages, { recursive: true, force: true });
await writeGuides(pages);
await writePages(pages);
await build(portal);
await writeFiles(pages, join(portal, 'dist'));
await buildByVite({ configFile: join(portal, 'reference/vite.config.ts'), logLevel: 'warn' });
