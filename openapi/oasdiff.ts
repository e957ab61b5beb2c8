/** oasdiff, the judge of changes to documents. It is written in Go and built from source once, beside Go's other caches. */
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from './document.ts';

const VERSION = 'v1.32.1';

/** What breaks, or may break, whoever relies on the base, in oasdiff's words. Throws where Go is missing or too old. */
export function breaksBetween(base: Document, revision: Document): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  try {
    const files = Object.entries({ base, revision }).map(([name, document]) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(document));
      return file;
    });
    const told = execute(installed(), ['breaking', '--flatten-allof', '--format', 'json', ...files]);
    const breaks = JSON.parse(told) as { operation?: string; path?: string; text: string }[];
    return breaks.map(({ operation, path, text }) => [operation, path, text].filter(Boolean).join(' '));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Path of the binary; the version stands in it, so that another one is never taken for it. */
function installed(): string {
  const folder = join(execute('go', ['env', 'GOPATH']), 'bin', `oasdiff-${VERSION}`);
  const binary = join(folder, 'oasdiff');
  const env = { ...process.env, CGO_ENABLED: '0', GOBIN: folder };
  if (!existsSync(binary)) execute('go', ['install', `github.com/oasdiff/oasdiff@${VERSION}`], { env });
  return binary;
}

function execute(program: string, args: string[], options: Partial<ExecFileSyncOptionsWithStringEncoding> = {}): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28, ...options }).trim();
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`oasdiff failed, which needs Go 1.26 or newer (https://go.dev/dl): ${stderr?.trim() || message}`, { cause: error });
  }
}
