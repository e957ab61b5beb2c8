import { invalid } from '@partner-ordering/kernel';
import type { Tools } from '../../context.ts';
import { isOwnSource } from '../../domain/payer/payment-source.ts';
import { faults } from '../../faults.ts';

/** 400 names `rid` if the provider cannot charge it or another organization owns it. The provider is asked outside of the transaction. */
export async function mustBeChargeable(
  { asked, tx, provider: { api } }: Pick<Tools, 'asked' | 'tx' | 'provider'>,
  rid: string,
  organization: string,
): Promise<void> {
  if (!api) return;
  const fault = asked('payment source', () => api.sourceFault(rid));
  if (fault) throw invalid(fault('rid'));
  if (!(await isOwnSource(tx, rid, organization))) throw invalid(faults.belongs_to_another_organization('rid'));
}
