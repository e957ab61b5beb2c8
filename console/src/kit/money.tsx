import type { Money } from '@partner-ordering/client';
import { useTexts } from '../text/language.tsx';
import { TextField } from './fields.tsx';
import type { Entered } from './form.tsx';
import { kitTexts } from './texts.ts';

interface MoneyProps {
  /** The API's name of the sum with a dot behind it; nothing where its fields stand alone. */
  under: '' | `${string}.`;
  label: string;
  value: Money | null | undefined;
}

/** Asks for a sum with its currency. */
export function MoneyFields({ under, label, value }: MoneyProps) {
  const { currency } = useTexts(kitTexts);
  const { amount, currency: given = 'EUR' } = value ?? {};
  return (
    <>
      <TextField name={`${under}amount`} label={label} type="number" min="0" step="any" required defaultValue={amount} />
      <TextField name={`${under}currency`} label={currency} maxLength={3} required defaultValue={given} />
    </>
  );
}

/** The money entered in `MoneyFields`. */
export const moneyIn = ({ number, text }: Entered, under: MoneyProps['under']): Money => ({
  amount: number(`${under}amount`) ?? 0,
  currency: text(`${under}currency`).toUpperCase(),
});
