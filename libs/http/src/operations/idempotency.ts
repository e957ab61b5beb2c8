import { hash } from 'node:crypto';
import type { TokenClaims } from '@partner-ordering/auth';
import { conflict, invalid } from '@partner-ordering/kernel';
import {
  deferrable,
  deleteInSteps,
  type MigrationList,
  type Queryable,
  schemaMigration,
  sql,
  type Transaction,
} from '@partner-ordering/data';
import type { Request } from 'express';
import { faults } from '../faults.ts';
import { jsonOf, JsonText, reply, type Reply } from '../response/replies.ts';

const MAX_KEY_LENGTH = 255;
const LIFETIME_HOURS = 24;

/** Hashes of a repeatable request: of its sender and key (`scope`), and of its content (`fingerprint`). */
export interface IdempotentRequest {
  scope: string;
  fingerprint: Buffer;
}

/** Reads the `Idempotency-Key` of a POST; the key is the caller's own, per path. */
export function idempotentRequest(
  { headers, method, path, query, body }: Pick<Request, 'headers' | 'method' | 'path' | 'query' | 'body'>,
  { user, client }: Pick<TokenClaims, 'user' | 'client'>,
): IdempotentRequest | undefined {
  const key = headers['idempotency-key'] as string | undefined;
  if (key === undefined || method !== 'POST') return undefined;
  if (key.length === 0 || key.length > MAX_KEY_LENGTH)
    throw invalid(faults.wrong_length('Idempotency-Key', { min: 1, max: MAX_KEY_LENGTH }));
  return {
    scope: sha256(JSON.stringify([user, client, method, path, key])).toString('base64url'),
    fingerprint: sha256(JSON.stringify([query, body as unknown], withNamesInOrder)),
  };
}

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Makes the text the same for the same JSON, in whatever order names stand in its objects. Numbers are the same by value: `1.0` is `1`. */
function withNamesInOrder(_name: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const ordered = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(part).toSorted()) ordered[name] = (part as Record<string, unknown>)[name];
  return ordered;
}

/** The earlier answer, if any. Locks the key for the transaction: 409 while the same request runs, 400 for another body. */
export async function earlierReply(tx: Transaction, { scope, fingerprint }: IdempotentRequest): Promise<Reply | undefined> {
  const [lock] = await tx.query<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${scope}, 0)) as held`);
  if (!lock?.held) throw conflict('A request with the same Idempotency-Key is still running');
  const [stored] = await tx.query<{ fingerprint: Buffer; status: number; headers: Record<string, string>; body: string | null }>(
    sql`select fingerprint, status, headers, body from idempotency_key where scope = ${scope} and created_at > now() - ${`${LIFETIME_HOURS} hours`}::interval`,
  );
  if (!stored) return undefined;
  if (!fingerprint.equals(stored.fingerprint)) throw invalid(faults.key_already_used('Idempotency-Key'));
  const body = stored.body === null ? undefined : new JsonText(stored.body);
  return reply(stored.status, body, { ...stored.headers, 'Idempotency-Replayed': 'true' });
}

/** Keeps a successful answer in the transaction of its effect. */
export async function keepReply(
  tx: Transaction,
  { scope, fingerprint }: IdempotentRequest,
  { status, headers, body, replayBody: withoutSecret = body }: Reply,
): Promise<void> {
  // Kept as text, since jsonb changes the order and the spelling.
  const storedBody = withoutSecret === undefined ? null : jsonOf(withoutSecret);
  await deferrable(() =>
    tx.query(sql`insert into idempotency_key (scope, fingerprint, status, headers, body)
    values (${scope}, ${fingerprint}, ${status}, ${JSON.stringify(headers)}::jsonb, ${storedBody})
    on conflict (scope) do update set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body, created_at = now()`),
  );
}

/** The tables of libs/http in every service's database. */
export const httpMigrations: MigrationList = [schemaMigration('http-schema', { file: new URL('./schema.sql', import.meta.url) })];

/** Deletes expired keys. */
export async function forgetOldKeys(database: Queryable, signal: AbortSignal): Promise<void> {
  const where = sql`created_at < now() - ${`${LIFETIME_HOURS} hours`}::interval`;
  await deleteInSteps(database, { table: 'idempotency_key', by: 'created_at', where }, signal);
}
