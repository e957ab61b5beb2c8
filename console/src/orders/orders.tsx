import type { ProjectSummary } from '@partner-ordering/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { useMyTurn } from '../app/turn.ts';
import { ButtonLink } from '../kit/button-link.tsx';
import { Button } from '../kit/button.tsx';
import { saveCsv } from '../kit/csv.ts';
import { Choice, ListSearch, useFilters } from '../kit/filters.tsx';
import { type Column, List, MAX_RESULTS_OF_SEARCH, Table } from '../kit/list.tsx';
import { Page, Section } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
import { useToast } from '../kit/toast.tsx';
import { useAction } from '../kit/use-action.ts';
import { fullName, useFormat } from '../text/format.ts';
import { useLanguage, useTexts } from '../text/language.tsx';
import { OrderLink } from './link.tsx';
import { NewBadge } from './new-badge.tsx';
import { listQueryOf, type ListQueryOfOrders } from './query.ts';
import { orderFilters, orderSorts, staffFilters, type OrderFilter, type OrdersSearch } from './search.ts';
import { Deadline, OrderStatus, phaseOf, usePhaseName } from './status.tsx';
import { ordersTexts } from './texts.ts';

const route = getRouteApi('/orders');

/** The orders of the organization that the reader may see. */
export function Orders() {
  const texts = useTexts(ordersTexts);
  const session = useSession();
  const search = route.useSearch();
  const query = listQueryOf(search, session);
  const isNarrowed = search.search !== undefined || search.show !== undefined || search.mine !== undefined;
  return (
    <Page title={texts.title} actions={session.isMember && <NewOrder />}>
      <OrderFilters>
        <Export query={query} />
      </OrderFilters>
      {!isNarrowed && search.page === undefined && <MyTurn />}
      <List
        source={['projects', session.organization?.gid]}
        filter={search}
        read={(paging, options) => api.listProjects({ ...query, ...paging }, options)}
        isInAddress
        empty={<NoOrders isNarrowed={isNarrowed} />}
      >
        {(items) => <OrderTable caption={texts.title} items={items} show={search.show} />}
      </List>
    </Page>
  );
}

/** The first of the orders that await the reader; nothing where none does. */
export function MyTurn() {
  const texts = useTexts(ordersTexts);
  const { data } = useMyTurn({ isShown: true });
  if (data === undefined || data.total_count === 0) return null;
  return <FirstOrders title={texts.filters.my_turn} orders={data} show="my_turn" />;
}

interface FirstOrdersProps {
  title: string;
  orders: { items: readonly ProjectSummary[]; total_count: number };
  show: OrderFilter;
  sort?: OrdersSearch['sort'];
}

/** The first orders that a filter leaves, with a way to all of them. */
export function FirstOrders({ title, orders: { items, total_count: total }, ...search }: FirstOrdersProps) {
  const { showAll } = useTexts(ordersTexts);
  const { number } = useFormat();
  const allLink = (
    <Link to="/orders" search={search}>
      {showAll}
    </Link>
  );
  return (
    <Section title={`${title} (${number(total)})`} actions={allLink}>
      <OrderTable caption={title} items={items} show={search.show} isShort />
    </Section>
  );
}

export function NewOrder() {
  return (
    <ButtonLink to="/orders/new" look="main">
      {useTexts(ordersTexts).place}
    </ButtonLink>
  );
}

export function NoOrders({ isNarrowed }: { isNarrowed: boolean }) {
  const texts = useTexts(ordersTexts);
  const { isMember, isAdmin } = useSession();
  if (isNarrowed)
    return (
      <Empty title={texts.noneFound}>
        <Link to="/orders">{texts.all}</Link>
      </Empty>
    );
  if (!isMember && !isAdmin) return <Empty title={texts.nowhere} text={texts.nowhereText} />;
  return <Empty title={texts.none} text={isMember ? texts.noneYet : undefined} />;
}

interface OrderTableProps {
  caption: string;
  items: readonly ProjectSummary[];
  /** The filter that found them. */
  show: OrderFilter | undefined;
  /** Without what else the order itself says. */
  isShort?: boolean;
}

function OrderTable({ caption, items, show, isShort = false }: OrderTableProps) {
  const texts = useTexts(ordersTexts);
  const { money, date } = useFormat();
  const { organization: sessionOrganization } = useSession();
  const columns: Column<ProjectSummary>[] = [
    { title: texts.order, cell: (order) => <OrderName order={order} /> },
    { title: texts.status, cell: (order) => <OrderStatus order={order} isMine={show === 'my_turn'} /> },
    ...(isShort ? [] : [{ title: texts.product, cell: ({ product }: ProjectSummary) => product?.title ?? texts.specific }]),
    ...(sessionOrganization ? [] : [{ title: texts.organization, cell: ({ organization }: ProjectSummary) => organization.name }]),
    { title: texts.owner, cell: ({ owner }) => fullName(owner) },
    ...(isShort
      ? []
      : [{ title: texts.created, cell: ({ created_at }: ProjectSummary) => <span className="nowrap">{date(created_at)}</span> }]),
    { title: texts.deadline, cell: (order) => <Deadline order={order} /> },
    { title: texts.price, cell: ({ price }) => money(price), isNumber: true },
  ];
  return <Table caption={caption} columns={columns} items={items} />;
}

const OrderName = ({ order }: { order: ProjectSummary }) => (
  <>
    <OrderLink order={order} /> {order.has_unseen && <NewBadge />}
  </>
);

/** Saves all orders that the filters leave, not only the shown page; of a search those that the API has pages of. */
function Export({ query }: { query: ListQueryOfOrders }) {
  const texts = useTexts(ordersTexts);
  const phaseName = usePhaseName();
  const language = useLanguage();
  const toast = useToast();
  const { isBusy, run } = useAction(async () => {
    const rows: (string | number | Date | null)[][] = [texts.csv];
    const orders = api.listProjects({ ...query, limit: 100 });
    for await (const { short_code, title, product, organization, owner, created_at, deadline_at, price, ...order } of orders)
      rows.push([
        short_code,
        title,
        phaseName(phaseOf(order)),
        product?.title ?? texts.specific,
        organization.name,
        fullName(owner),
        new Date(created_at),
        deadline_at === null ? null : new Date(deadline_at),
        price?.amount ?? null,
        price?.currency ?? null,
      ]);
    saveCsv(`${texts.title}.csv`, rows, language);
    if (query.search !== undefined && rows.length > MAX_RESULTS_OF_SEARCH) toast(texts.endOfSearch(MAX_RESULTS_OF_SEARCH), 'wrong');
  });
  return (
    <Button look="quiet" isBusy={isBusy} onClick={() => run()}>
      {texts.save}
    </Button>
  );
}

function OrderFilters({ children }: { children: ReactNode }) {
  const texts = useTexts(ordersTexts);
  const { search, set } = useFilters();
  const { isMember, isAdmin } = useSession();
  const filters = [...orderFilters, ...(isAdmin ? staffFilters : [])].map((value) => ({ value, name: texts.filters[value] }));
  const defaultSort = search.search === undefined ? texts.sorts.created_at : texts.bestMatch;
  const sorts = orderSorts.map((value) => ({ value, name: texts.sorts[value] })).filter(({ name }) => name !== defaultSort);
  return (
    <div className="filters">
      <ListSearch label={texts.search} />
      <Choice label={texts.show} value={search.show} onChange={(show) => set({ show })} noneLabel={texts.all} options={filters} />
      <Choice label={texts.sort} value={search.sort} onChange={(sort) => set({ sort })} noneLabel={defaultSort} options={sorts} />
      {isMember && (
        <label className="check">
          <input
            type="checkbox"
            checked={search.mine ?? false}
            onChange={({ target }) => set({ mine: target.checked ? true : undefined })}
          />
          {texts.mine}
        </label>
      )}
      {children}
    </div>
  );
}
