import type { Transaction } from '@partner-ordering/data';
import { invalid, isGid, PossiblyStale, type Failure } from '@partner-ordering/kernel';
import { readState } from '@partner-ordering/messaging';
import type { InvoiceCreate } from '../../generated/models.ts';
import { currenciesToInvoice, type InvoiceGroup } from './held-receipts.ts';

/** 400: there is nothing to collect. */
export const nothingToInvoice = (): Failure => invalid({ path: 'period', message: 'is a month without receipts to collect' });

/** The receipts that a request asks to collect. 400 for an unknown organization, no receipts, or several currencies and none chosen. */
export async function groupOf(tx: Transaction, { organization: { gid }, period, currency }: InvoiceCreate): Promise<InvoiceGroup> {
  const unknown = invalid({ path: 'organization.gid', message: 'is unknown' });
  if (!isGid(gid)) throw unknown;
  if (!(await readState(tx, 'organization', gid))?.state) throw new PossiblyStale([{ type: 'organization', key: gid }], unknown);
  const known = await currenciesToInvoice(tx, { organization: gid, period });
  const chosen = currency === undefined ? known : known.filter((one) => one === currency);
  if (chosen.length === 0) throw nothingToInvoice();
  if (chosen.length > 1) throw invalid({ path: 'currency', message: `must say which receipts: there are some in ${chosen.join(', ')}` });
  return { organization: gid, period, currency: chosen[0]! };
}
