import type { Project } from '@partner-ordering/client';
import { isolated } from '@partner-ordering/kernel/texts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { Facts, Section } from '../kit/page.tsx';
import { QueryView } from '../kit/states.tsx';
import { ordersTexts } from '../orders/texts.ts';
import { optionTexts } from '../options/texts.ts';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { orderTexts } from './texts.ts';

/** The main facts of an order. */
export function OrderFacts({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const orders = useTexts(ordersTexts);
  const options = useTexts(optionTexts);
  const { money, date, number, percent } = useFormat();
  const { product, options: choice, quantity, owner, organization, worker, price, vat, deadline_at } = project;
  return (
    <Section title={texts.details}>
      <Facts
        entries={[
          [orders.product, product?.title ?? orders.specific],
          [options.mode, choice.mode && options.modes[choice.mode]],
          [options.skill, choice.skill && options.skills[choice.skill]],
          [options.due, choice.due && options.days(choice.due)],
          [options.quantity, quantity > 1 ? number(quantity) : null],
          [options.net, price && money(price)],
          [texts.vat, vat && `${money(vat)} (${percent(vat.ratio)})`],
          [orders.owner, fullName(owner)],
          [orders.organization, organization.name],
          [texts.worker, worker?.full_name],
          [orders.deadline, deadline_at && date(deadline_at)],
        ]}
      />
    </Section>
  );
}

/** The commands of the order, by whom and when; the newest first. */
export function Timeline({ project: { gid } }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const commands: Readonly<Record<string, string>> = texts.commands;
  const { days } = useTexts(optionTexts);
  const { money, time } = useFormat();
  const steps = useQuery({
    queryKey: ['history', gid],
    queryFn: ({ signal }) => api.listProjectHistory(gid, { orderBy: 'created_at', sort: 'desc', limit: 100 }, { signal }).then(),
  });
  return (
    <Section title={texts.history}>
      <QueryView query={steps}>
        {({ items }) => (
          <ol className="facts timeline">
            {items.map(({ gid: entryGid, command, created_at, user, proposal }) => (
              <li key={entryGid}>
                {commands[command] ?? command}
                {proposal && ` · ${money(proposal.price)}, ${days(proposal.options.due)}`}
                <p className="hint">
                  {user && `${isolated(fullName(user))} · `}
                  {time(created_at)}
                </p>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Section>
  );
}
