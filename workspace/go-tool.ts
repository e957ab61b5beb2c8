import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A command that is written in Go: `package` is its path, `version` a tag of its module. */
export interface GoTool {
  package: string;
  version: `v${string}`;
  /** Whether it needs a C compiler. */
  hasC?: boolean;
}

/** Runs it and answers what it prints. It is built from source once, beside Go's other caches. Throws where Go is missing or too old. */
export function runGoTool(tool: GoTool, args: string[]): string {
  return execute(basename(tool.package), installed(tool), args);
}

/** Path of the binary; the version stands in it, so that another one is never taken for it. */
function installed({ package: path, version, hasC = false }: GoTool): string {
  const name = basename(path);
  const folder = join(execute(name, 'go', ['env', 'GOPATH']), 'bin', `${name}-${version}`);
  const binary = join(folder, name);
  if (!existsSync(binary)) execute(name, 'env', [`GOBIN=${folder}`, `CGO_ENABLED=${hasC ? 1 : 0}`, 'go', 'install', `${path}@${version}`]);
  return binary;
}

function execute(name: string, program: string, args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28 }).trim();
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(
      `${name} failed, which needs Go 1.26 or newer (https://go.dev/dl), and Vale a C compiler: ${stderr?.trim() || message}`,
      { cause: error },
    );
  }
}
