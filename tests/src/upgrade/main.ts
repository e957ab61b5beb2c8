import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@partner-ordering/embedded-postgres';
import pg from 'pg';
import { temporaryFolder } from '../program.ts';
import { pack } from './archive.ts';
import { startInstallation } from './installation.ts';
import { live } from './life.ts';
import { archiveOf, remember, writeMemory } from './memory.ts';

// `npm run upgrade:record`: the data folder of this version, with a small life in it, for the upgrade test of all later ones.

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string };
const file = archiveOf(version);
if (existsSync(file)) {
  process.stderr.write(`${file} is there already; what was released stays as it is\n`);
  process.exit(1);
}
const folder = temporaryFolder();
try {
  const installation = await startInstallation(folder.path);
  const memory = await remember(installation, await live(installation), version);
  const code = await installation.stop();
  if (code !== 0) throw new Error(`it stopped with ${code}: ${installation.program.stderr()}`);
  await preserve(folder.path);
  await pack(folder.path, file);
  writeMemory(memory);
  process.stdout.write(`${file}: ${Math.round(statSync(file).size / 1024)} KB\n`);
} finally {
  folder.remove();
}

/** The sign-in outlives the 30 days of its refresh token, and old WAL, which nobody needs after a clean stop, goes. */
async function preserve(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, durable: true });
  try {
    await execute(postgres.superuserUrl('identity'), [
      `update session set ends_at = '2999-01-01' where gid in (select session_gid from refresh_token)`,
      `update refresh_token set expires_at = '2999-01-01'`,
    ]);
    const settings = ['alter system set wal_recycle = off', 'select pg_reload_conf()'];
    await execute(postgres.superuserUrl(), [
      ...settings,
      'vacuum',
      'checkpoint',
      'select pg_switch_wal()',
      'checkpoint',
      'alter system reset all',
    ]);
  } finally {
    await postgres.stop();
  }
}

async function execute(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
