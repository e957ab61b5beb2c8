import { invalid, moneyDetails, toMinor } from '@partner-ordering/kernel';
import type { MinorMoney } from '../../generated/events.ts';
import type { Money } from '../../generated/models.ts';

type MoneyInput = Money | null | undefined;

/**
 * Money of a request in minor units, for two columns. 400 under `path` for an unknown currency, or a withdrawn one that is not the present
 * one, or too many decimals.
 */
export function minorOf(money: MoneyInput, path: string, present?: string | null): { minor: number | null; currency: string | null } {
  if (!money) return { minor: null, currency: null };
  const details = moneyDetails(money, `${path}.`, present);
  if (details.length > 0) throw invalid(...details);
  return { minor: toMinor(money.amount, money.currency)!, currency: money.currency };
}

/** The columns of a budget; null is unlimited. */
export function budgetOf(
  money: MoneyInput,
  path: string,
  present?: string | null,
): { budgetMinor: number | null; budgetCurrency: string | null } {
  const { minor, currency } = minorOf(money, path, present);
  return { budgetMinor: minor, budgetCurrency: currency };
}

/** Money in minor units from its two columns; null if there is none. */
export const moneyOf = (minor: number | null, currency: string | null): MinorMoney | null =>
  minor === null || currency === null ? null : { amount_minor: minor, currency };
