import { invalid } from '@partner-ordering/kernel';
import { manageOrganization } from '@partner-ordering/commerce';
import type { Transaction } from '@partner-ordering/data';
import { reply } from '@partner-ordering/http';
import { findJob } from '@partner-ordering/jobs';
import { readState } from '@partner-ordering/messaging';
import type { FollowedStates } from '../../generated/events.ts';
import type { Operations } from '../../generated/operations.ts';
import { PriceImport, type CatalogJobs } from '../domain/imports/price-import.ts';
import { organizationStates } from '../domain/organizations.ts';
import { refuseIfAny } from '../domain/refusal.ts';
import { faults } from '../faults.ts';
import { priceImportHref, priceImports } from '../resources/price-imports.ts';
import { PRICE_SHEET } from '../sheets/sheet.ts';

export const importPrices: Operations['importPrices'] = async ({ path, query: { remove = false }, principal, now, tx, addJob, read }) => {
  await manageOrganization({ queryable: tx, principal }, path.gid, 'create', 'price import');
  await requireSheet(tx, path.gid);
  const pending = await pendingImport(tx, path.gid, { remove, now });
  const priceImport = pending ?? PriceImport.begin(path.gid, now);
  if (!pending) {
    tx.em.persist(priceImport);
    addJob({ name: 'import_prices', key: priceImport.gid, data: { gid: priceImport.gid, remove } });
  }
  await tx.em.flush();
  return reply(202, await read(priceImports, priceImport.gid), { Location: priceImportHref(priceImport) });
};

async function requireSheet(tx: Transaction, organization: string): Promise<void> {
  const state = (await readState(tx, 'organization', organization))?.state as FollowedStates['organization'] | null | undefined;
  if (state?.price_sheet_url) return;
  refuseIfAny([faults.no_price_sheet(PRICE_SHEET)], organizationStates([organization]));
}

/** The pending import of the organization, of which there is at most one; 400 for another `remove`. One whose job was given up fails. */
async function pendingImport(
  tx: Transaction,
  organizationGid: string,
  { remove, now }: { remove: boolean; now: Date },
): Promise<PriceImport | undefined> {
  const priceImport = await tx.em.findOne(PriceImport, { organizationGid, status: 'pending' });
  if (!priceImport) return undefined;
  const job = await findJob(tx, 'import_prices', priceImport.gid);
  if (job && (job.data as CatalogJobs['import_prices']).remove !== remove)
    throw invalid(faults.import_pending('remove', { found: String(remove), value: String(!remove) }));
  if (job) return priceImport;
  priceImport.end({ status: 'failed', failure: faults.import_failed(PRICE_SHEET) }, now);
  await tx.em.flush();
  return undefined;
}
