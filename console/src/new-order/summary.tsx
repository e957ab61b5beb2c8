import type { DryRun, Money, UserReference } from '@partner-ordering/client';
import { Facts, Section } from '../kit/page.tsx';
import { useReason } from '../kit/states.tsx';
import { optionTexts } from '../options/texts.ts';
import { fullName, useFormat } from '../text/format.ts';
import { useLanguage, useTexts } from '../text/language.tsx';
import type { Outcome } from './outcome.ts';
import './summary.css';
import { newOrderTexts } from './texts.ts';

interface SummaryProps {
  isSpecific: boolean;
  price: Money | undefined;
  /** Nothing until all is entered that it depends on. */
  outcomeQuery: Outcome;
  /** The outcome at this price. */
  outcome: DryRun | undefined;
}

/** The price of the order, the rest of the budget, and the necessary approval. */
export function Summary({ isSpecific, price, outcomeQuery, outcome }: SummaryProps) {
  const texts = useTexts(newOrderTexts);
  const { money } = useFormat();
  const reason = useReason(outcomeQuery?.error);
  const priceFacts = usePriceFacts(price, outcome?.vat);
  return (
    <div className="summary">
      <Section title={texts.summary}>
        {isSpecific ? (
          <p>{texts.specificSummary}</p>
        ) : (
          <>
            <Facts
              entries={[
                ...priceFacts,
                [
                  outcome?.state === 'require_approval' ? texts.left : texts.leftAfter,
                  outcome && (outcome.budget_left === null ? texts.unlimited : money(outcome.budget_left)),
                ],
              ]}
            />
            <div role="status">
              {outcomeQuery?.error ? <p className="wrong">{reason}</p> : outcome && <Approval {...outcome} />}
              {!outcomeQuery && price && <p className="hint">{texts.enterFirst}</p>}
            </div>
          </>
        )}
      </Section>
    </div>
  );
}

/** Net price, VAT and total, as entries of `Facts`. */
export function usePriceFacts(price: Money | null | undefined, vat: DryRun['vat'] | undefined) {
  const texts = useTexts(newOrderTexts);
  const { net } = useTexts(optionTexts);
  const { money, percent } = useFormat();
  return [
    [net, <strong className="price">{money(price)}</strong>],
    [vat ? texts.vat(percent(vat.ratio)) : texts.vat(), vat && money(vat)],
    [texts.gross, vat && price && money({ ...price, amount: price.amount + vat.amount })],
  ] as const;
}

/** Whether somebody has to approve the order, and who may. */
export function Approval({ state, approvers }: { state: string; approvers: readonly UserReference[] }) {
  const texts = useTexts(newOrderTexts);
  const names = new Intl.ListFormat(useLanguage(), { type: 'disjunction' });
  if (state !== 'require_approval') return <p className="hint">{texts.noApproval}</p>;
  return <p className="approval">{texts.approval(names.format(approvers.map(fullName)))}</p>;
}
