import type { Project } from '@partner-ordering/client';
import { Link } from '@tanstack/react-router';
import { useSession } from '../app/session.tsx';
import { Facts, Section } from '../kit/page.tsx';
import { ordersTexts } from '../orders/texts.ts';
import { optionTexts } from '../options/texts.ts';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { orderTexts } from './texts.ts';
import { textFor } from '../text/values.ts';

/** The main facts of an order. */
export function OrderFacts({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const orders = useTexts(ordersTexts);
  const options = useTexts(optionTexts);
  const { money, date, number, percent } = useFormat();
  const { organization: acting } = useSession();
  const { short_code, product, options: choice, quantity, owner, organization, worker, price, vat, deadline_at, receipt_file } = project;
  const receiptLink = (
    <Link to={acting ? '/billing' : '/staff/receipts'} search={{ search: short_code }}>
      {texts.showReceipt}
    </Link>
  );
  return (
    <Section title={texts.details}>
      <Facts
        entries={[
          [orders.product, product?.title ?? orders.specific],
          [options.mode, choice.mode && textFor(options.modes, choice.mode)],
          [options.skill, choice.skill && textFor(options.skills, choice.skill)],
          [options.due, choice.due && options.days(choice.due)],
          [options.quantity, quantity > 1 ? number(quantity) : null],
          [options.net, price && money(price)],
          [texts.vat, vat && `${money(vat)} (${percent(vat.ratio)})`],
          [orders.owner, fullName(owner)],
          [orders.organization, organization.name],
          [texts.worker, worker?.full_name],
          [orders.deadline, deadline_at && date(deadline_at)],
          [texts.receipt, receipt_file && receiptLink],
        ]}
      />
    </Section>
  );
}
