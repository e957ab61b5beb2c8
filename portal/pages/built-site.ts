/** The built portal, as its tests read it. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '@partner-ordering/openapi';
import { root } from '../guides/markdown.ts';
import { BASE } from './markdown-files.ts';

const folder = join(root, 'portal/dist');

/** The document that the pages are made from. */
export const servedDocument = JSON.parse(readFileSync(join(root, 'services/gateway/generated/openapi.json'), 'utf8')) as Document;

/** A file of the site, by its path. */
export const readSite = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** Files of the site, as paths below its folder. */
export const filesOfSite = (pattern: string): string[] => globSync(pattern, { cwd: folder }).toSorted();

/** The file at an address of the site; undefined where there is none. */
export function fileAt(path: string): string | undefined {
  if (!path.startsWith(BASE)) return undefined;
  const name = path.slice(BASE.length);
  return [name === '' ? 'index.html' : name, `${name}.html`, join(name, 'index.html')].find(
    (file) => /\.\w+$/.test(file) && existsSync(join(folder, file)),
  );
}

const anchors = new Map<string, ReadonlySet<string>>();

/** The anchors of a page. A page in Markdown has those of the same page. */
export function anchorsOf(file: string): ReadonlySet<string> {
  const page = file.replace(/\.md$/, '.html');
  const known = anchors.get(page) ?? new Set([...readSite(page).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!));
  anchors.set(page, known);
  return known;
}
