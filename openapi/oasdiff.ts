/** oasdiff, the judge of changes to HTTP documents. It is written in Go and built from source once, beside Go's other caches. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = 'v1.32.1';
/** Breaks that were decided, with their reasons. */
const accepted = join(import.meta.dirname, 'accepted-breaks.txt');

/**
 * What of the revision breaks clients of the base, in oasdiff's words; empty when nothing does but what was decided.
 * Throws in one line where Go is missing or too old, or where oasdiff itself fails.
 */
export function httpBreaches(base: string, revision: string): string {
  const { status, stdout, stderr } = spawnSync(
    installed(),
    ['breaking', '--flatten-allof', '--fail-on', 'WARN', '--err-ignore', accepted, '--color', 'never', base, revision],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (status === 0) return '';
  if (status === 1 && stdout !== '') return stdout.trim();
  throw new Error(`oasdiff failed (${status}): ${stderr.trim() || stdout.trim()}`);
}

/** Path of the binary; the version stands in it, so that another one is never taken for it. */
function installed(): string {
  const folder = join(go('env', 'GOPATH'), 'bin', `oasdiff-${VERSION}`);
  const binary = join(folder, 'oasdiff');
  if (!existsSync(binary)) go('install', `github.com/oasdiff/oasdiff@${VERSION}`, folder);
  return binary;
}

function go(command: 'env' | 'install', argument: string, binaries?: string): string {
  try {
    const environment = { ...process.env, CGO_ENABLED: '0', ...(binaries === undefined ? {} : { GOBIN: binaries }) };
    return execFileSync('go', [command, argument], { encoding: 'utf8', stdio: 'pipe', env: environment }).trim();
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const reason = stderr?.trim().split('\n').at(-1) || message;
    throw new Error(`oasdiff cannot be had, it needs Go 1.26 or newer (https://go.dev/dl): ${reason}`, { cause: error });
  }
}
