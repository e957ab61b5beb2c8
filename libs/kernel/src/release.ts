import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The release that this code belongs to, as `0.1.0`. All packages have the same. */
export const release = (JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }).version;
