import { invalid } from '@partner-ordering/kernel';
import type { Tools } from '../../context.ts';
import { isOwnSource } from '../../domain/payer/payment-source.ts';

/**
 * 400 names `rid` where the payment provider could not charge it, or where it is another organization's; the provider is asked outside of
 * the transaction.
 */
export async function mustBeChargeable(
  { asked, tx, provider: { api } }: Pick<Tools, 'asked' | 'tx' | 'provider'>,
  rid: string,
  organization: string,
): Promise<void> {
  if (!api) return;
  const fault = asked('payment source', () => api.sourceFault(rid));
  if (fault !== undefined) throw invalid({ path: 'rid', message: fault });
  if (!(await isOwnSource(tx, rid, organization))) throw invalid({ path: 'rid', message: 'belongs to another organization' });
}
