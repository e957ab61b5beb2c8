/** oasdiff, the judge of changes to HTTP documents. It is written in Go and built from source once, beside Go's other caches. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from './document.ts';

const VERSION = 'v1.32.1';
/** oasdiff's levels: 1 informs, 2 may break a client, 3 breaks it. */
const MAY_BREAK = 2;

/** One change of a document, in oasdiff's words. */
export interface Change {
  /** `GET /v1/me`; absent where it concerns no single operation. */
  operation?: string;
  text: string;
  /** Whether it breaks, or may break, clients of the base. */
  isBreak: boolean;
}

/** What `oasdiff changelog --format json` tells of a change, as far as it is read. */
interface Told {
  id: string;
  text: string;
  level: number;
  operation?: string;
  path?: string;
}

/** All that differs for clients between two documents. Throws in one line where Go is missing or too old, or where oasdiff itself fails. */
export function httpChanges(base: Document, revision: Document): Change[] {
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  try {
    const files = Object.entries({ base, revision }).map(([name, document]) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(document));
      return file;
    });
    // The version in `info` is that of the API's address, /v1: it stays.
    return told(files)
      .filter(({ id }) => id !== 'api-version-not-bumped')
      .map(({ text, level, operation, path }) => ({
        ...(operation && path ? { operation: `${operation} ${path}` } : {}),
        ...{ text, isBreak: level >= MAY_BREAK },
      }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function told(files: string[]): Told[] {
  const binary = installed();
  try {
    const answer = execFileSync(binary, ['changelog', '--flatten-allof', '--format', 'json', ...files], {
      ...{ encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28 },
    });
    return JSON.parse(answer) as Told[];
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`oasdiff failed: ${stderr?.trim() || message}`, { cause: error });
  }
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
