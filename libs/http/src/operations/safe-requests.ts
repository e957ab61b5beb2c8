import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { TokenClaims } from '@partner-ordering/auth';
import { conflict, DomainRefusal, invalid, preconditionFailed } from '@partner-ordering/kernel';
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
import type { ReadOnlyFields } from '../request/read-only-fields.ts';
import { entityTag, includesStateTag, includesTag } from '../response/headers.ts';
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

/**
 * The precondition of a change: the tags of `If-Match` and `If-None-Match`, and the present values that are written back. All are compared
 * under the row lock with the answer of GET. A missing right (403, 404) comes before 412, a broken rule (400) after it.
 */
export class Precondition {
  /** The body for the operation. Fields that are only written back leave it when they are compared. */
  readonly body: unknown;
  readonly #headers: Pick<IncomingHttpHeaders, 'if-match' | 'if-none-match'>;
  readonly #changesNamedResource: boolean;
  readonly #readOnlyFields: ReadOnlyFields | undefined;
  #details: ReturnType<ReadOnlyFields['settle']>;
  #currentTag: string | undefined;

  static of(request: Request): Precondition | undefined {
    const { headers, method, readOnlyFields } = request;
    // A GET that writes has no present answer to compare with.
    const isConditional = headers['if-match'] !== undefined || (headers['if-none-match'] !== undefined && method !== 'GET');
    return isConditional || readOnlyFields !== undefined ? new Precondition(request) : undefined;
  }

  private constructor({ method, headers, readOnlyFields, body }: Request) {
    this.#headers = headers;
    this.#changesNamedResource = method !== 'POST';
    this.#readOnlyFields = readOnlyFields;
    this.#details = readOnlyFields?.details ?? [];
    this.body = readOnlyFields ? structuredClone(body as unknown) : body;
  }

  /** Compares with the answer of GET. Only the first call counts: it comes before the change. */
  compare(current: string): void {
    if (this.#currentTag !== undefined) return;
    this.#currentTag = entityTag(current);
    if (this.#readOnlyFields)
      this.#details = this.#readOnlyFields.settle(this.body as Record<string, unknown>, JSON.parse(current) as Record<string, unknown>);
  }

  /** Runs an operation. 412 comes before its success and before its 400; the details of two 400s are joined. */
  async run<Answer>(operation: () => Promise<Answer>): Promise<Answer> {
    const answer = await operation().catch((error: unknown) => Promise.reject(this.#combinedWith(error) as Error));
    const refusal = this.#refusal();
    if (refusal) throw refusal;
    return answer;
  }

  /** Why the precondition does not hold. Without a resource to compare with, it does not. */
  #refusal(): DomainRefusal | undefined {
    if (!this.#isMatch()) return preconditionFailed(this.#currentTag);
    return this.#details.length > 0 ? invalid(...this.#details) : undefined;
  }

  #isMatch(): boolean {
    const { 'if-match': wanted, 'if-none-match': unwanted } = this.#headers;
    if (this.#currentTag === undefined) return wanted === undefined || !this.#changesNamedResource;
    if (wanted !== undefined && !includesStateTag(wanted, this.#currentTag)) return false;
    // RFC 9110, section 13.1.2: `*` is for a PUT that creates.
    return unwanted === undefined || !includesTag(unwanted, this.#currentTag);
  }

  #combinedWith(error: unknown): unknown {
    if (!(error instanceof DomainRefusal) || error.kind !== 'invalid') return error;
    const refusal = this.#currentTag === undefined ? undefined : this.#refusal();
    if (!refusal || refusal.kind === 'preconditionFailed') return refusal ?? error;
    return invalid(...this.#details, ...(error.details ?? [])).restingOn(error.restsOn);
  }
}
