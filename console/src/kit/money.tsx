import type { Money } from '@partner-ordering/client';
import { useTexts } from '../text/language.tsx';
import { TextField } from './fields.tsx';
import type { FormValues } from './form.tsx';
import { kitTexts } from './texts.ts';

interface MoneyProps {
  /** The API's name of the sum with a dot behind it; nothing where its fields stand alone. */
  prefix: '' | `${string}.`;
  label: string;
  value: Money | null | undefined;
}

/** Asks for a sum with its currency. */
export function MoneyFields({ prefix, label, value }: MoneyProps) {
  const { currency } = useTexts(kitTexts);
  const { amount, currency: currentCurrency = 'EUR' } = value ?? {};
  return (
    <>
      <TextField name={`${prefix}amount`} label={label} type="number" min="0" step="any" required defaultValue={amount} />
      <TextField name={`${prefix}currency`} label={currency} maxLength={3} required defaultValue={currentCurrency} />
    </>
  );
}

/** The money entered in `MoneyFields`. */
export const moneyIn = ({ number, text }: FormValues, prefix: MoneyProps['prefix']): Money => ({
  amount: number(`${prefix}amount`) ?? 0,
  currency: text(`${prefix}currency`).toUpperCase(),
});
