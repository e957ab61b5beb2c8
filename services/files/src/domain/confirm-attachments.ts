import { type Database, sql, type Queryable, type Transaction } from '@partner-ordering/data';
import type { Neighbours } from '@partner-ordering/neighbours';
import { holdingService } from './access.ts';
import { lockFiles } from './attachments.ts';
import { markUnused } from './unused-uploads.ts';

/** Files are attached before their holder is committed. No operation takes longer than this to commit. */
const GRACE_MS = 60 * 60 * 1000;
const BATCH = 500;
/** How long a batch waits for the answer. */
const ANSWER_LIMIT_MS = 10_000;

interface Options {
  database: Database;
  neighbours: (timeoutMs: number) => Neighbours<'files'>;
  onError: (error: unknown) => void;
}

/** Attachments of one service that are not confirmed: it is not certain that the holder was committed. */
interface Unconfirmed {
  service: string;
  attachments: { path: string; holder: string }[];
}

/**
 * Confirms the attachments that are older than an hour: asks each service which of the holders are missing, as a process may have been
 * killed after it attached files and before it committed. Files are detached from missing holders. While a service does not answer, nothing
 * of it changes.
 */
export async function confirmAttachments({ database, neighbours, onError }: Options, now: Date): Promise<void> {
  const before = new Date(now.getTime() - GRACE_MS);
  for (const service of await servicesWithUnconfirmed(database, before)) {
    try {
      for (;;) {
        const found = await unconfirmedOf(database, service, before);
        if (found.attachments.length === 0) break;
        const hrefs = [...new Set(found.attachments.map(({ holder }) => holder))];
        const { missing } = await holdingService(neighbours(ANSWER_LIMIT_MS), service).findMissing({ hrefs });
        await database.transactional((tx) => confirm(tx, found, { missing: new Set(missing), before, now }));
      }
    } catch (error) {
      onError(error);
    }
  }
}

async function servicesWithUnconfirmed(database: Queryable, before: Date): Promise<string[]> {
  const rows = await database.query<{ service: string }>(
    sql`select distinct service from file_claim where not is_confirmed and claimed_at < ${before} order by service`,
  );
  return rows.map(({ service }) => service);
}

/** The oldest ones first. */
async function unconfirmedOf(database: Queryable, service: string, before: Date): Promise<Unconfirmed> {
  const attachments = await database.query<{ path: string; holder: string }>(sql`select path, holder from file_claim
    where not is_confirmed and service = ${service} and claimed_at < ${before} order by claimed_at limit ${BATCH}`);
  return { service, attachments };
}

/** Leaves alone what was attached again after `before`: its holder may be about to be committed. */
async function confirm(
  tx: Transaction,
  { service, attachments }: Unconfirmed,
  { missing, before, now }: { missing: ReadonlySet<string>; before: Date; now: Date },
): Promise<void> {
  const { lost = [], kept = [] } = Object.groupBy(attachments, ({ holder }) => (missing.has(holder) ? 'lost' : 'kept'));
  const rowsOf = (of: Unconfirmed['attachments']) => sql`service = ${service} and not is_confirmed and claimed_at < ${before}
    and (path, holder) in (select * from unnest(${pathsOf(of)}::text[], ${of.map(({ holder }) => holder)}::text[]))`;
  await lockFiles(tx, pathsOf(attachments));
  await tx.query(sql`update file_claim set is_confirmed = true where ${rowsOf(kept)}`);
  await tx.query(sql`delete from file_claim where ${rowsOf(lost)}`);
  await markUnused(tx, pathsOf(lost), now);
}

const pathsOf = (attachments: Unconfirmed['attachments']): string[] => attachments.map(({ path }) => path);
