import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess, type Running } from './processes.ts';

/** A part of the demo data: Harbour Bakery orders a logo, through an application. */
export const demo = {
  bakery: '019a0000-0000-7000-8000-0000000000a1',
  logo: '019a0000-0000-7000-8000-0000000c0001',
  options: { mode: 'multi', due: 5 },
  application: { clientId: 'demo-app', clientSecret: 'demo-secret' },
  manager: { username: 'manager@example.com', password: 'demo-password' },
} as const;

/** Runs `npm start` with demo data in a folder of its own, which goes with it. */
export async function startStandalone(environment: Record<string, string> = {}, nodeArguments: string[] = []): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-bench-'));
  chmodSync(folder, 0o711); // started by root, PostgreSQL runs as another user, who must be able to enter
  const variables = { NODE_ENV: 'development', DATA_DIR: join(folder, 'data'), ...environment };
  const running = await startProcess('services/standalone/src/main.ts', variables, nodeArguments);
  return {
    ...running,
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
