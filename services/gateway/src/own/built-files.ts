import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { tagged } from './tagged.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.tgz': 'application/gzip',
  '.yaml': 'application/yaml; charset=utf-8',
};

/** The files that a build left below a folder, by their paths with slashes; none without the folder. */
export function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return files.map((file) => relative(folder, file).split(sep).join('/'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A file of a build. The names of assets change with their content; all else is asked again. */
export const fileAnswer = (folder: string, name: string, headers?: Readonly<Record<string, string>>): ReturnType<typeof tagged> =>
  bytesAnswer(name, readFileSync(join(folder, name)), headers);

/** The content of such a file. */
export function bytesAnswer(name: string, bytes: Buffer, headers: Readonly<Record<string, string>> = {}): ReturnType<typeof tagged> {
  const type = types[extname(name)] ?? 'application/octet-stream';
  const cacheControl = /(?:^|\/)assets\//.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
  return tagged(bytes, { 'content-type': type, 'cache-control': cacheControl, ...headers });
}
