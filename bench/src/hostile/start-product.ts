import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess, type Running } from '../processes.ts';

const root = join(import.meta.dirname, '../../..');

/** `npm start` on fresh data, and what removes them. */
export async function startProduct(environment: Readonly<Record<string, string>> = {}): Promise<Running & { dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'partner-ordering-hostile-'));
  chmodSync(dataDir, 0o711); // started by root, PostgreSQL runs as another user, who must be able to enter
  const { main, nodeArguments } = startScript();
  const product = await startProcess(
    main,
    { NODE_ENV: 'development', DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment },
    { nodeArguments },
  );
  const stop = async (): Promise<void> => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  };
  return { ...product, dataDir, stop };
}

/** How `npm start` runs it, with which limit of the heap. */
function startScript(): { main: string; nodeArguments: string[] } {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const [, , ...words] = scripts.start.split(' ');
  return { main: words.at(-1)!, nodeArguments: words.slice(0, -1) };
}
