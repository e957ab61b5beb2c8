import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { cpuOf } from '../cpu.ts';
import { readOptions } from '../options.ts';
import { startProcess } from '../processes.ts';
import { table } from '../report.ts';
import { serviceEnvironment } from '../sides.ts';
import { onStage } from '../stage.ts';

// `npm run bench:tokens`, see docs/operators/performance.md: applications ask a real identity for tokens, over connections that stay open.

/** Applications that ask in turn: partners, each on its own. */
const APPLICATIONS = 20;
const options = readOptions({ BENCH_SECONDS: '20', ...process.env });

await onStage(options, async (setup) => {
  const { cluster, load } = setup;
  const mails = mkdtempSync(join(tmpdir(), 'partner-ordering-bench-mails-'));
  process.on('exit', () => rmSync(mails, { recursive: true, force: true }));
  const environment = { ...serviceEnvironment(setup, await cluster.emptyDatabase('identity'), 'identity'), MAIL_DIR: mails };
  const { port, pid } = await startProcess('services/identity/src/main.ts', environment);
  const requests = await cluster.connect('identity', addApplications);
  await load.run({ port, requests, seconds: options.warmUpSeconds });
  const before = cpuOf(pid);
  const { count } = await load.run({ port, requests, seconds: options.seconds });
  const cpuPerToken = (cpuOf(pid) - before) / count;
  const rounded = (value: number): string => Math.round(value).toLocaleString('en');
  return table(
    [
      ['', 'figure', 'aim'],
      ['`client_credentials`, tokens per second and core of identity', rounded(1 / cpuPerToken), '≥ 2,000'],
      ['… CPU of identity per token', `${rounded(cpuPerToken * 1e6)} µs`, ''],
    ],
    1,
  );
});

/** Adds applications; answers a request for a token of each. */
async function addApplications(client: pg.Client): Promise<string[]> {
  const requests: string[] = [];
  for (let number = 0; number < APPLICATIONS; number += 1) {
    const [clientId, secret, user] = [`app-${number}`, randomBytes(32).toString('base64url'), randomUUID()];
    const secrets = [{ hash: createHash('sha256').update(secret).digest('hex'), created_at: new Date().toISOString(), expires_at: null }];
    await client.query(
      `insert into "user" (gid, created_at, email, firstname, lastname, locale, roles, is_enabled)
       values ($1, now(), $2, 'Robot', 'Robot', 'en', '{user}', true)`,
      [user, `${clientId}@bench.example`],
    );
    await client.query(
      `insert into application (gid, client_id, name, grants, organizations, technical_user, secrets, is_enabled, created_at)
       values ($1, $2, 'Bench', '{client_credentials}', '{}', $3, $4, true, now())`,
      [randomUUID(), clientId, user, JSON.stringify(secrets)],
    );
    requests.push(tokenRequest(clientId, secret));
  }
  return requests;
}

function tokenRequest(clientId: string, secret: string): string {
  const body = 'grant_type=client_credentials';
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  const content = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}`;
  return `POST /oauth2/token HTTP/1.1\r\nHost: bench\r\nAuthorization: ${authorization}\r\n${content}\r\n\r\n${body}`;
}
