import type { ProjectSummary } from '@partner-ordering/client';
import { isolated } from '@partner-ordering/kernel/texts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { frameTexts } from '../app/texts.ts';
import { Button } from '../kit/button.tsx';
import { Page } from '../kit/page.tsx';
import { Empty, reasonOf, Shown } from '../kit/states.tsx';
import { Table, type Column } from '../kit/list.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useToast } from '../kit/toast.tsx';
import { useAction } from '../kit/use-action.ts';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { OrderLink, orderName } from '../orders/link.tsx';
import { ordersTexts } from '../orders/texts.ts';
import './approvals.css';
import { Left, SendBack } from './decision.tsx';
import { approvalsTexts } from './texts.ts';
import { approve, sumsOf, useWaiting, type Waiting } from './waiting.ts';

/** The orders that wait for a manager. */
export function Approvals() {
  const texts = useTexts(approvalsTexts);
  return (
    <Page title={useTexts(frameTexts).approvals}>
      <Shown of={useWaiting()}>
        {(waiting) =>
          waiting.items.length > 0 ? (
            <Decisions {...waiting} />
          ) : (
            <Empty title={texts.none} text={texts.noneText}>
              <Link to="/members">{texts.budgets}</Link>
            </Empty>
          )
        }
      </Shown>
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

function Decisions({ items, total, budgets }: Waiting) {
  const texts = useTexts(approvalsTexts);
  const { money } = useFormat();
  const { run, isBusy } = useApproval();
  const [gids, setGids] = useState<readonly string[]>([]);
  const ticked = items.filter(({ gid }) => gids.includes(gid));
  const isAll = ticked.length === items.length;
  return (
    <>
      <div className="section filters tally">
        <label className="check">
          <input type="checkbox" checked={isAll} onChange={() => setGids(isAll ? [] : items.map(({ gid }) => gid))} />
          {texts.tickAll}
        </label>
        <span className="tally-sum" role="status">
          {texts.ticked(ticked.length, sumsOf(ticked).map(money).join(' + '))}
        </span>
        <Button look="main" isBusy={isBusy} disabled={ticked.length === 0} onClick={() => run(ticked)}>
          {texts.approveTicked(ticked.length)}
        </Button>
      </div>
      <OrderTable
        items={items}
        budgets={budgets}
        ticked={ticked}
        isBusy={isBusy}
        onTick={(gid) => setGids(gids.includes(gid) ? gids.filter((one) => one !== gid) : [...gids, gid])}
        onApprove={(order) => run([order])}
      />
      {total > items.length && <p className="hint">{texts.more(items.length, total)}</p>}
    </>
  );
}

interface OrderTableProps extends Pick<Waiting, 'items' | 'budgets'> {
  ticked: readonly ProjectSummary[];
  isBusy: boolean;
  onTick: (gid: string) => void;
  onApprove: (order: ProjectSummary) => void;
}

function OrderTable({ items, budgets, ticked, isBusy, onTick, onApprove }: OrderTableProps) {
  const texts = useTexts(approvalsTexts);
  const names = useTexts(ordersTexts);
  const { about } = useTexts(kitTexts);
  const { money, date } = useFormat();
  const columns: Column<ProjectSummary>[] = [
    {
      title: names.order,
      cell: (order) => (
        <span className="check">
          <input
            type="checkbox"
            aria-label={texts.tick(orderName(order))}
            checked={ticked.includes(order)}
            onChange={() => onTick(order.gid)}
          />
          <span>
            <OrderLink of={order} />
          </span>
        </span>
      ),
    },
    { title: names.product, cell: ({ product }) => product?.title ?? names.specific },
    { title: names.owner, cell: ({ owner }) => fullName(owner) },
    { title: names.created, cell: ({ created_at }) => date(created_at) },
    { title: names.price, cell: ({ price }) => money(price), isNumber: true },
    { title: texts.left, cell: (order) => <Left order={order} budget={budgets.get(order.owner.gid)} ticked={ticked} /> },
    {
      title: texts.decision,
      cell: (order) => (
        <span className="actions decision">
          <Button disabled={isBusy} aria-label={about(texts.approve, orderName(order))} onClick={() => onApprove(order)}>
            {texts.approve}
          </Button>
          <SendBack order={order} />
        </span>
      ),
    },
  ];
  return <Table caption={names.title} columns={columns} items={items} />;
}
