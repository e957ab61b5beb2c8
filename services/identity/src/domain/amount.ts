import { invalid, isCurrency, toMinor } from '@partner-ordering/data';
import type { MinorMoney } from '../../generated/events.ts';
import type { Money } from '../../generated/models.ts';

/** Money of a request in minor units. 400 under `path` for a currency that does not exist and for more decimals than it has. */
export function minorMoney({ amount, currency }: Money, path: string): MinorMoney {
  if (!isCurrency(currency)) throw invalid({ path: `${path}.currency`, message: 'is not a currency of ISO 4217' });
  const minor = toMinor(amount, currency);
  if (minor === undefined) throw invalid({ path: `${path}.amount`, message: `has more decimals than ${currency}` });
  return { amount_minor: minor, currency };
}

/** Minor money from its two columns; null when there is none. */
export const moneyOf = (minor: number | null, currency: string | null): MinorMoney | null =>
  minor === null || currency === null ? null : { amount_minor: minor, currency };
