import { invalid } from '@partner-ordering/kernel';
import type { Tools } from '../../context.ts';

/** 400 names `rid` where the payment provider could not charge it; the provider is asked outside of the transaction. */
export function mustBeChargeable({ asked, provider: { account } }: Pick<Tools, 'asked' | 'provider'>, rid: string): void {
  if (!account) return;
  const fault = asked('payment source', () => account.sourceFault(rid));
  if (fault !== undefined) throw invalid({ path: 'rid', message: fault });
}
