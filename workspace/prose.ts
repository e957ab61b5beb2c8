/**
 * `npm run lint:prose`: Vale checks the pages and the descriptions of the public document by the rules of `.vale`. Needs Go and a C
 * compiler.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGoTool } from './go-tool.ts';
import { pagesOf } from './pages.ts';

const vale = { package: 'github.com/vale-cli/vale/v3/cmd/vale', version: 'v3.21.0', hasC: true } as const;
const root = join(import.meta.dirname, '..');

interface Alert {
  Line: number;
  Message: string;
}

const folder = mkdtempSync(join(tmpdir(), 'prose-'));
try {
  const descriptions = join(folder, 'descriptions.md');
  writeFileSync(descriptions, descriptionsOf(JSON.parse(readFileSync(join(root, 'services/gateway/generated/openapi.json'), 'utf8'))));
  const pages = pagesOf(root);
  const found = JSON.parse(
    runGoTool(vale, ['--config', join(root, '.vale.ini'), '--no-exit', '--output', 'JSON', ...pages, descriptions]),
  ) as Record<string, Alert[]>;
  const alerts = Object.entries(found).flatMap(([page, ofPage]) => ofPage.map(({ Line, Message }) => `${page}:${Line}: ${Message}`));
  process.stdout.write([...alerts, `${pages.length} pages and the public document: ${alerts.length} breaches\n`].join('\n'));
  if (alerts.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** Every description of a document as a paragraph of its own. */
function descriptionsOf(part: unknown): string {
  if (typeof part !== 'object' || part === null) return '';
  return Object.entries(part)
    .map(([key, value]) => (key === 'description' && typeof value === 'string' ? `${value}\n\n` : descriptionsOf(value)))
    .join('');
}
