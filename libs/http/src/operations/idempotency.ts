import { createHash } from 'node:crypto';
import type { TokenClaims } from '@partner-ordering/auth';
import { conflict, invalid } from '@partner-ordering/kernel';
import { deferrable, type MigrationList, type Queryable, schemaMigration, sql, type Transaction } from '@partner-ordering/data';
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
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return {
    scope: hash(JSON.stringify([user, client, method, path, key])).toString('base64url'),
    fingerprint: hash(canonical([query, body as unknown])),
  };
}

/** The same text for the same JSON, in whatever order names stand in its objects. Numbers are the same by value: `1.0` is `1`. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? inOrder(part as Record<string, unknown>) : part,
  );

const inOrder = (part: Record<string, unknown>): object => Object.fromEntries(Object.keys(part).toSorted().map((name) => [name, part[name]])); // oxfmt-ignore

/** The earlier answer, if any. Locks the key for the transaction: 409 while the same request runs, 400 for another body. */
export async function earlierReply(tx: Transaction, { scope, fingerprint }: IdempotentRequest): Promise<Reply | undefined> {
  const [lock] = await tx.query<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${scope}, 0)) as held`);
  if (!lock?.held) throw conflict('A request with the same Idempotency-Key is still running');
  const [kept] = await tx.query<{ fingerprint: Buffer; status: number; headers: Record<string, string>; body: string | null }>(
    sql`select fingerprint, status, headers, body from idempotency_key where scope = ${scope} and created_at > now() - ${`${LIFETIME_HOURS} hours`}::interval`,
  );
  if (!kept) return undefined;
  if (!fingerprint.equals(kept.fingerprint)) throw invalid(faults.key_already_used('Idempotency-Key'));
  const body = kept.body === null ? undefined : new JsonText(kept.body);
  return reply(kept.status, body, { ...kept.headers, 'Idempotency-Replayed': 'true' });
}

/** Keeps a successful answer in the transaction of its effect. */
export async function keepReply(
  tx: Transaction,
  { scope, fingerprint }: IdempotentRequest,
  { status, headers, body, kept: withoutSecret = body }: Reply,
): Promise<void> {
  // Kept as text, since jsonb changes the order and the spelling.
  const kept = withoutSecret === undefined ? null : jsonOf(withoutSecret);
  await tx.query(
    deferrable(sql`insert into idempotency_key (scope, fingerprint, status, headers, body)
    values (${scope}, ${fingerprint}, ${status}, ${JSON.stringify(headers)}::jsonb, ${kept})
    on conflict (scope) do update set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body, created_at = now()`),
  );
}

/** The tables of libs/http in every service's database. */
export const httpMigrations: MigrationList = [schemaMigration('http-schema', { file: new URL('./schema.sql', import.meta.url) })];

/** Deletes expired keys. */
export async function forgetOldKeys(database: Queryable): Promise<void> {
  await database.query(sql`delete from idempotency_key where created_at < now() - ${`${LIFETIME_HOURS} hours`}::interval`);
}
