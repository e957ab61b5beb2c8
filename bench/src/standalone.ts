import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, password } from '@partner-ordering/client';
import { startProcess, type Running } from './processes.ts';

/** A part of the demo data: Harbour Bakery orders a logo, through an application. */
export const demo = {
  bakery: '019a0000-0000-7000-8000-0000000000a1',
  logo: '019a0000-0000-7000-8000-0000000c0001',
  options: { mode: 'multi', due: 5 },
  application: { clientId: 'demo-app', clientSecret: 'demo-secret' },
  manager: { username: 'manager@example.com', password: 'demo-password' },
  admin: { username: 'admin@example.com', password: 'demo-password' },
} as const;

/** The client of the bakery's manager on this port, and the body of an order at the present price. */
export async function openDemo(port: number) {
  const { bakery, logo, options, application, manager } = demo;
  const api = createClient({ url: `http://127.0.0.1:${port}`, auth: password({ ...application, ...manager }) });
  const { amount } = await api.getPriceFor({
    'product.gid': logo,
    'organization.gid': bakery,
    'options.mode': options.mode,
    'options.due': options.due,
  });
  const content = { title: 'A logo', description: 'A loaf and an anchor', state: 'published', options } as const;
  return { api, order: { ...content, product: { gid: logo }, organization: { gid: bakery }, price: { amount } } };
}

/** An access token of the bakery's manager, or of the application. Every release takes the application's secret by HTTP Basic. */
export async function signInToDemo(port: number, grant: 'password' | 'client_credentials' = 'password'): Promise<string> {
  const { application, manager } = demo;
  const response = await fetch(`http://127.0.0.1:${port}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${application.clientId}:${application.clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: grant, ...(grant === 'password' && manager) }),
  });
  if (!response.ok) throw new Error(`/oauth2/token of port ${port} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** A folder for the data of one `npm start`. Started by root, PostgreSQL runs as another user, who must be able to enter. */
export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-bench-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** Runs `npm start` with demo data in a folder of its own, which goes with it. */
export async function startStandalone(environment: Record<string, string> = {}, nodeArguments: string[] = []): Promise<Running> {
  const folder = makeDataFolder();
  const variables = { NODE_ENV: 'development', DATA_DIR: join(folder, 'data'), DEMO_ORDERS: '0', ...environment };
  const running = await startProcess('services/standalone/src/main.ts', variables, nodeArguments);
  return {
    ...running,
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
