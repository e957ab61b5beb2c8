/** oasdiff, the judge of changes to documents. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGoTool } from '../../workspace/go-tool.ts';
import type { Document } from './document.ts';

const oasdiff = { package: 'github.com/oasdiff/oasdiff', version: 'v1.32.1' } as const;

/** What breaks, or may break, whoever relies on the base, in oasdiff's words. Throws where Go is missing or too old. */
export function breaksBetween(base: Document, revision: Document): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  try {
    const files = Object.entries({ base, revision }).map(([name, document]) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(document));
      return file;
    });
    const answer = runGoTool(oasdiff, ['breaking', '--flatten-allof', '--format', 'json', ...files]);
    const breaks = JSON.parse(answer) as { operation?: string; path?: string; text: string }[];
    return breaks.map(({ operation, path, text }) => [operation, path, text].filter(Boolean).join(' '));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
