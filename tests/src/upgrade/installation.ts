import { createHash } from 'node:crypto';
import { freePort, gidOf, type ApiClient } from '@partner-ordering/testing';
import { read } from '../story.ts';
import { answers, run, stop, type Program } from '../program.ts';
import { issuer, reached, signingIn, type TestSystem } from '../test-system.ts';

/** The system as `npm start` runs it, on a data folder that another version may have left behind. */
export interface Installation extends Pick<TestSystem, 'url' | 'oauth' | 'signIn' | 'bearer'> {
  readonly program: Program;
  /** Its exit code. */
  stop(): Promise<number | NodeJS.Signals>;
}

/** Starts it and waits until it is ready; its public address is always the same one, as that of a company would be. */
export async function startInstallation(dataDir: string): Promise<Installation> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = run('services/standalone/src/main.ts', { DATA_DIR: dataDir, PORT: port, ISSUER: issuer, RATE_LIMIT_PER_MINUTE: 0 });
  await answers(program, `${url}/readyz`);
  return { url, program, ...signingIn(url), stop: () => stop(program) };
}

/** The people of the demo data who play in the life of an installation, signed in. */
export interface People {
  user: ApiClient;
  colleague: ApiClient;
  manager: ApiClient;
  admin: ApiClient;
  /** Orders for another organization. */
  stranger: ApiClient;
}

export const emails: Readonly<Record<keyof People, string>> = {
  user: 'user@example.com',
  colleague: 'colleague@example.com',
  manager: 'manager@example.com',
  admin: 'admin@example.com',
  stranger: 'user@other.example.com',
};

/** Signs all of them in. */
export async function signInAll({ signIn }: Pick<Installation, 'signIn'>): Promise<People> {
  const clients = Object.entries(emails).map(async ([name, email]) => [name, await signIn(email)] as const);
  return Object.fromEntries(await Promise.all(clients)) as unknown as People;
}

/** SHA-256 of a file's bytes, downloaded as a browser does; `path` is its stable address or path. */
export async function downloadedHash(installation: Pick<Installation, 'url'>, client: ApiClient, path: string): Promise<string> {
  const { url } = await read(client, `/v1/files/${encodeURIComponent(gidOf(path))}`);
  const response = await fetch(reached(installation as TestSystem, url));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}
