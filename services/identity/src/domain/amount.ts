import { invalid, moneyDetails, toMinor } from '@partner-ordering/kernel';
import type { MinorMoney } from '../../generated/events.ts';
import type { Money } from '../../generated/models.ts';

/** Money of a request in minor units. 400 under `path` for an unknown currency or too many decimals. */
export function minorMoney(money: Money, path: string): MinorMoney {
  const details = moneyDetails(money, `${path}.`);
  if (details.length > 0) throw invalid(...details);
  return { amount_minor: toMinor(money.amount, money.currency)!, currency: money.currency };
}

/** Money in minor units from its two columns; null if there is none. */
export const moneyOf = (minor: number | null, currency: string | null): MinorMoney | null =>
  minor === null || currency === null ? null : { amount_minor: minor, currency };
