import type { Booking, BudgetMonth } from '@partner-ordering/client';
import { useState } from 'react';
import { Section } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
import { Table, type Column } from '../kit/list.tsx';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { OrderLink } from '../orders/link.tsx';
import { ordersTexts } from '../orders/texts.ts';
import { membersTexts } from './texts.ts';

/** What a member ordered month by month; the newest month is open. */
export function Months({ months }: { months: readonly BudgetMonth[] }) {
  const texts = useTexts(membersTexts);
  return (
    <Section title={texts.months}>
      {months.length === 0 && <Empty title={texts.noMonths} />}
      {months.map((month, place) => (
        <Month key={`${month.month} ${month.spent.currency}`} of={month} isFirst={place === 0} />
      ))}
    </Section>
  );
}

/** A month has up to 1,000 orders, so they are made once it is opened. */
function Month({ of: { month, booked, released, spent, projects }, isFirst }: { of: BudgetMonth; isFirst: boolean }) {
  const texts = useTexts(membersTexts);
  const format = useFormat();
  const [isOpen, setOpen] = useState(isFirst);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="month">
      <summary>
        <strong>{format.month(month)}</strong>{' '}
        <span className="hint">{texts.month(format.money(spent), format.money(booked), format.money(released))}</span>
      </summary>
      {isOpen && <Bookings projects={projects} caption={format.month(month)} />}
    </details>
  );
}

function Bookings({ projects, caption }: { projects: readonly Booking[]; caption: string }) {
  const texts = useTexts(membersTexts);
  const orders = useTexts(ordersTexts);
  const { money, date } = useFormat();
  const columns: Column<Booking & { gid: string }>[] = [
    { title: orders.order, cell: ({ project }) => <OrderLink of={project} /> },
    { title: texts.bookedAt, cell: ({ booked_at }) => date(booked_at) },
    { title: texts.released, cell: ({ released_at }) => date(released_at) },
    { title: orders.price, cell: ({ amount }) => money(amount), isNumber: true },
  ];
  const items = projects.map((booking) => ({ ...booking, gid: booking.project.gid }));
  return <Table caption={caption} columns={columns} items={items} />;
}
