import { Readable } from 'node:stream';
import type { JobDefinitions, JobParts } from '@partner-ordering/service';
import type { CallableServices } from '@partner-ordering/service-client';
import { OutboundRefusal, type GuardedClient } from '@partner-ordering/outbound';
import pLimit from 'p-limit';
import type { FollowedStates } from '../../generated/events.ts';
import { PriceImport, type CatalogJobs, type ImportResult, type RunningImport, type SheetFacts } from '../domain/imports/price-import.ts';
import { readPrices } from '../domain/imports/read-prices.ts';
import { clearStage, removalFault, lockPrices, pendingImport, replacePrices } from '../domain/imports/staging.ts';
import { recordImport } from '../domain/price-facts.ts';
import { faults } from '../faults.ts';
import { PRICE_SHEET, SheetFailure } from '../sheets/sheet.ts';

const limits = { maxRedirects: 3, maxBytes: 25 * 1024 * 1024, timeoutMs: 30_000 };
/** Reading takes memory and a core. A slow server holds one of the three places for half a minute at most. */
const inSlot = pLimit(1);

/** Then the job is tried again. */
const IDENTITY_MS = 10_000;

interface ImportParts extends Pick<JobParts<CallableServices<'catalog'>>, 'database' | 'services' | 'log'> {
  client: Pick<GuardedClient, 'call'>;
}

/** Replaces the prices of an organization by those of its sheet in one transaction. An instance fetches three at once and reads one. */
export const importPricesJob = ({ database, services, client, log }: ImportParts): JobDefinitions<CatalogJobs>['import_prices'] => ({
  atOnce: 3,
  maxAttempts: 5,
  afterLoss: async ({ data: { gid } }) => {
    log.warn({ import: gid }, 'An import was given up, as its worker was lost');
    return async (tx, { now }) => {
      const priceImport = await tx.em.findOne(PriceImport, { gid, status: 'pending' });
      priceImport?.end({ status: 'failed', failure: faults.import_interrupted(PRICE_SHEET) }, now);
      await clearStage(tx, gid);
    };
  },
  run: async ({ data: { gid, remove }, signal }) => {
    const running = await pendingImport(database, gid);
    if (!running) return;
    const sheet: SheetFacts = { url: null, hiddenRowsCount: 0 };
    const result = await readSheetOf(running, { database, services, client, signal, sheet });
    log.info({ import: gid, status: result?.status ?? 'read' }, 'The prices of a sheet were read');
    return async (tx, { now, publish }) => {
      const priceImport = await tx.em.findOne(PriceImport, { gid, status: 'pending' });
      if (!priceImport) return;
      priceImport.noteSheet(sheet);
      if (!result) await lockPrices(tx, running.organization);
      const refusal = result || remove ? undefined : await removalFault(tx, running, now);
      if (result) priceImport.end(result, now);
      else if (refusal) priceImport.end({ status: 'refused', failure: refusal }, now);
      else {
        const { pricesCount, products } = await replacePrices(tx, running, now);
        priceImport.end({ status: 'imported', pricesCount }, now);
        await recordImport({ tx, publish }, running, products);
      }
      await clearStage(tx, gid);
    };
  },
});

/** The result of an import that ends without changing a price; undefined when all is staged. Fills `sheet` on the way. */
async function readSheetOf(
  running: RunningImport,
  { database, services, client, signal, sheet }: Omit<ImportParts, 'log'> & { signal: AbortSignal; sheet: SheetFacts },
): Promise<Exclude<ImportResult, { status: 'imported' }> | undefined> {
  try {
    sheet.url = await sheetUrl(services, running);
    const content = await fetchSheet(client, sheet.url, signal);
    const errors = await inSlot(() => readPrices(database, running, { content, signal, sheet }));
    return errors.length > 0 ? { status: 'refused', errors } : undefined;
  } catch (error) {
    if (error instanceof SheetFailure) return { status: 'failed', failure: error.fault };
    if (error instanceof OutboundRefusal) return { status: 'failed', failure: error.at(PRICE_SHEET) };
    throw error;
  }
}

/** The address that identity has now: the replica here may be a moment behind. */
async function sheetUrl(services: ImportParts['services'], { organization }: RunningImport): Promise<string> {
  const answer = await services(IDENTITY_MS).identity.getState({ type: 'organization', key: organization });
  const state = answer?.state as FollowedStates['organization'] | null | undefined;
  if (!state?.price_sheet_url) throw new SheetFailure(faults.no_price_sheet(PRICE_SHEET));
  return state.price_sheet_url;
}

/** The sheet in the chunks that arrive: joining 25 MiB would block requests. */
async function fetchSheet(client: ImportParts['client'], url: string, signal: AbortSignal): Promise<Buffer[]> {
  const { status, body } = await client.call(url, { ...limits, signal });
  const content = (await Readable.from(body).toArray()) as Buffer[];
  if (status !== 200) throw new SheetFailure(faults.unexpected_http_status(PRICE_SHEET, { http_status: status }));
  return content;
}
