import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { emptyDatabase } from '../cluster.ts';
import { cpuOf, cpuOfFamily } from '../cpu.ts';
import { WARM_UP_SECONDS, type LoadGenerator } from '../measure.ts';
import { runProcess, startProcess } from '../processes.ts';
import { serviceEnvironment, type BenchSetup } from '../sides.ts';

const IDENTITY = 'services/identity/src/main.ts';
/** Applications that ask in turn: partners, each on its own. */
const APPLICATIONS = 20;

/** What tokens cost identity. */
export interface TokenFigures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU per token of identity, all threads. */
  nodeMicroseconds: number;
  postgresMicroseconds: number;
}

/** Has applications ask a real identity for tokens, each over connections that stay open. */
export async function measureTokens(setup: BenchSetup, load: LoadGenerator): Promise<TokenFigures> {
  const { cluster, options } = setup;
  const mails = mkdtempSync(join(tmpdir(), 'partner-ordering-bench-mails-'));
  const environment = { ...serviceEnvironment(setup, await emptyDatabase(cluster, 'identity'), 'identity'), MAIL_DIR: mails };
  await runProcess(IDENTITY, ['migrate'], environment);
  const applications = await cluster.connect('identity', addApplications);
  const identity = await startProcess(IDENTITY, environment);
  const requests = applications.map(tokenRequest);
  const ask = (seconds: number) => load.run({ port: identity.port, requests, connections: options.connections, seconds });
  await ask(WARM_UP_SECONDS);
  const cpu = () => [cpuOf(identity.pid), cpuOfFamily(cluster.pid)] as const;
  const before = cpu();
  const { count, seconds, p50Ms, p99Ms, failure } = await ask(options.seconds);
  const after = cpu();
  await identity.stop();
  rmSync(mails, { recursive: true, force: true });
  if (failure) throw new Error(`${failure.count} of ${count} answers were not 2xx; the first:\n${failure.first}`);
  return {
    ...{ perSecond: count / seconds, p50Ms, p99Ms },
    nodeMicroseconds: ((after[0] - before[0]) / count) * 1e6,
    postgresMicroseconds: ((after[1] - before[1]) / count) * 1e6,
  };
}

interface Credentials {
  clientId: string;
  secret: string;
}

async function addApplications(client: pg.Client): Promise<Credentials[]> {
  const added: Credentials[] = [];
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
    added.push({ clientId, secret });
  }
  return added;
}

function tokenRequest({ clientId, secret }: Credentials): string {
  const body = 'grant_type=client_credentials';
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  const content = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}`;
  return `POST /oauth2/token HTTP/1.1\r\nHost: bench\r\nAuthorization: ${authorization}\r\n${content}\r\n\r\n${body}`;
}
