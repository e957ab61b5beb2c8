import type { Membership, Money } from '@partner-ordering/client';
import { useState } from 'react';
import { CheckField } from '../kit/fields.tsx';
import type { FormValues } from '../kit/form.tsx';
import { MoneyFields, moneyIn } from '../kit/money.tsx';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { membersTexts } from './texts.ts';

type Budget = Pick<Membership, 'monthly_budget' | 'monthly_spent'>;

/** What a member spent this month of their budget. */
export function Spending({ membership: { monthly_budget: budget, monthly_spent: spent } }: { membership: Budget }) {
  const texts = useTexts(membersTexts);
  const { money } = useFormat();
  if (budget === null) return texts.spentFreely(money(spent));
  // A meter needs a maximum above 0.
  const max = budget.amount || 1;
  return (
    <span className="stacked">
      <meter aria-label={texts.spent} max={max} high={max * 0.9} optimum={0} value={budget.amount === 0 ? max : spent.amount} />
      <span>{texts.spentOf(money(spent), money(budget))}</span>
    </span>
  );
}

/** Asks for a monthly budget under the API's name of it. Undefined is not known yet, null is unlimited. */
export function BudgetFields({ name, budget }: { name: string; budget?: Money | null }) {
  const texts = useTexts(membersTexts);
  const [isUnlimited, setUnlimited] = useState(budget === null);
  return (
    <fieldset className="checks">
      <legend>{texts.budget}</legend>
      <p className="hint">{texts.budgetHint}</p>
      <CheckField name="unlimited" label={texts.unlimited} defaultChecked={budget === null} onChange={() => setUnlimited(!isUnlimited)} />
      {!isUnlimited && (
        <div className="fields">
          <MoneyFields prefix={`${name}.`} label={texts.amount} value={budget} />
        </div>
      )}
    </fieldset>
  );
}

/** The budget entered in `BudgetFields`. */
export const budgetIn = (values: FormValues, name: string): Money | null =>
  values.isChecked('unlimited') ? null : moneyIn(values, `${name}.`);
