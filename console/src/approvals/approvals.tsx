import type { ProjectSummary } from '@partner-ordering/client';
import { isolated } from '@partner-ordering/kernel/texts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { frameTexts } from '../app/texts.ts';
import { Button } from '../kit/button.tsx';
import { Page } from '../kit/page.tsx';
import { Empty, reasonOf, QueryView } from '../kit/states.tsx';
import { Table, type Column } from '../kit/list.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useToast } from '../kit/toast.tsx';
import { useAction } from '../kit/use-action.ts';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { OrderLink, orderName } from '../orders/link.tsx';
import { ordersTexts } from '../orders/texts.ts';
import './approvals.css';
import { BudgetLeft, SendBack } from './decision.tsx';
import { approvalsTexts } from './texts.ts';
import { approve, sumsOf, useWaitingOrders, type WaitingOrders } from './waiting-orders.ts';

/** The orders that wait for a manager. */
export function Approvals() {
  const texts = useTexts(approvalsTexts);
  return (
    <Page title={useTexts(frameTexts).approvals}>
      <QueryView query={useWaitingOrders()}>
        {(waiting) =>
          waiting.items.length > 0 ? (
            <Decisions {...waiting} />
          ) : (
            <Empty title={texts.none} text={texts.noneText}>
              <Link to="/members">{texts.budgets}</Link>
            </Empty>
          )
        }
      </QueryView>
    </Page>
  );
}

/** Approves orders one after the other. One that is refused is said, and keeps none of the others back. */
function useApproval() {
  const texts = useTexts(approvalsTexts);
  const { offline } = useTexts(kitTexts);
  const toast = useToast();
  return useAction(async (orders: readonly ProjectSummary[]) => {
    let count = 0;
    for (const order of orders)
      try {
        await approve(order, texts.changed);
        count++;
      } catch (error) {
        toast(`${isolated(order.title)}: ${reasonOf(error) ?? offline}`, 'wrong');
      }
    if (count > 0) toast(texts.approved(count));
  });
}

function Decisions({ items, total, budgets }: WaitingOrders) {
  const texts = useTexts(approvalsTexts);
  const { money } = useFormat();
  const { run, isBusy } = useApproval();
  const [gids, setGids] = useState<readonly string[]>([]);
  const tickedOrders = items.filter(({ gid }) => gids.includes(gid));
  const isAll = tickedOrders.length === items.length;
  return (
    <>
      <div className="section filters tally">
        <label className="check">
          <input type="checkbox" checked={isAll} onChange={() => setGids(isAll ? [] : items.map(({ gid }) => gid))} />
          {texts.tickAll}
        </label>
        <span className="tally-sum" role="status">
          {texts.ticked(tickedOrders.length, sumsOf(tickedOrders).map(money).join(' + '))}
        </span>
        <Button look="main" isBusy={isBusy} disabled={tickedOrders.length === 0} onClick={() => run(tickedOrders)}>
          {texts.approveTicked(tickedOrders.length)}
        </Button>
      </div>
      <OrderTable
        items={items}
        budgets={budgets}
        tickedOrders={tickedOrders}
        isBusy={isBusy}
        onTick={(gid) => setGids(gids.includes(gid) ? gids.filter((one) => one !== gid) : [...gids, gid])}
        onApprove={(order) => run([order])}
      />
      {total > items.length && <p className="hint">{texts.more(items.length, total)}</p>}
    </>
  );
}

interface OrderTableProps extends Pick<WaitingOrders, 'items' | 'budgets'> {
  tickedOrders: readonly ProjectSummary[];
  isBusy: boolean;
  onTick: (gid: string) => void;
  onApprove: (order: ProjectSummary) => void;
}

function OrderTable({ items, budgets, tickedOrders, isBusy, onTick, onApprove }: OrderTableProps) {
  const texts = useTexts(approvalsTexts);
  const names = useTexts(ordersTexts);
  const { labelFor } = useTexts(kitTexts);
  const { money, date } = useFormat();
  const columns: Column<ProjectSummary>[] = [
    {
      title: names.order,
      cell: (order) => (
        <span className="check">
          <input
            type="checkbox"
            aria-label={texts.tick(orderName(order))}
            checked={tickedOrders.includes(order)}
            onChange={() => onTick(order.gid)}
          />
          <span>
            <OrderLink order={order} />
          </span>
        </span>
      ),
    },
    { title: names.product, cell: ({ product }) => product?.title ?? names.specific },
    { title: names.owner, cell: ({ owner }) => fullName(owner) },
    { title: names.created, cell: ({ created_at }) => date(created_at) },
    { title: names.price, cell: ({ price }) => money(price), isNumber: true },
    { title: texts.left, cell: (order) => <BudgetLeft order={order} budget={budgets.get(order.owner.gid)} tickedOrders={tickedOrders} /> },
    {
      title: texts.decision,
      cell: (order) => (
        <span className="actions decision">
          <Button disabled={isBusy} aria-label={labelFor(texts.approve, orderName(order))} onClick={() => onApprove(order)}>
            {texts.approve}
          </Button>
          <SendBack order={order} />
        </span>
      ),
    },
  ];
  return <Table caption={names.title} columns={columns} items={items} />;
}
