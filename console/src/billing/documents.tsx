import type { CallOptions, Page as PageOfList, ReceiptSummary } from '@partner-ordering/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../app/session.tsx';
import { FileButton } from '../kit/files.tsx';
import { type Column, type Paging, Table } from '../kit/list.tsx';
import { Page } from '../kit/page.tsx';
import { SearchedList } from '../kit/searched-list.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { billingTexts } from './texts.ts';

/** A screen about money. Managers have several, side by side. */
export function BillingPage({ title, children }: { title: string; children: ReactNode }) {
  const texts = useTexts(billingTexts);
  const { isManager } = useSession();
  const options = { exact: true, includeSearch: false };
  return (
    <Page title={title}>
      {isManager && (
        <nav className="tabs" aria-label={texts.billing}>
          <Link to="/billing" activeOptions={options}>
            {texts.receipts}
          </Link>
          <Link to="/billing/invoices">{texts.invoices}</Link>
          <Link to="/billing/credit_notes">{texts.creditNotes}</Link>
          <Link to="/billing/payment">{texts.payment}</Link>
        </nav>
      )}
      {children}
    </Page>
  );
}

export type Document = Pick<ReceiptSummary, 'gid' | 'number' | 'created_at' | 'amount' | 'total' | 'file'> & { test?: boolean };

/** What the reader looks for. */
export interface DocumentFilters<Status = unknown> {
  search?: string | undefined;
  /** `2026-03`. */
  month?: string | undefined;
  status?: Status | undefined;
}

export interface DocumentsProps<Item, Status extends string = never> {
  title: string;
  /** That of the API's collection. */
  name: string;
  /** The label of the search field. */
  label: string;
  /** The names of the statuses that one may choose. */
  statuses?: Readonly<Record<Status, string>>;
  read: (paging: Paging, filters: DocumentFilters<Status>, options: CallOptions) => PromiseLike<PageOfList<Item>>;
  /** Those between its number and its PDF. */
  columns: readonly Column<Item>[];
  action?: (item: Item) => ReactNode;
  /** The texts of an empty list. */
  emptyTexts: [title: string, text: string];
}

const MONTHS = 48;
/** Newest first, in UTC. */
const lastMonths = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, back) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7));

/** A list of receipts, invoices or credit notes, newest first, with what finds one. */
export function Documents<Item extends Document, Status extends string = never>(props: DocumentsProps<Item, Status>) {
  const { title, name, label, statuses, read, columns, action, emptyTexts } = props;
  const texts = useTexts(billingTexts);
  const { status } = useTexts(kitTexts);
  const { organization } = useSession();
  const { month } = useFormat();
  const months = Object.fromEntries(lastMonths(new Date()).map((each) => [each, month(each)]));
  const allColumns: Column<Item>[] = [
    {
      title: texts.number,
      cell: ({ number, test }) => (
        <>
          <span className="row-name nowrap">{number}</span>
          {test === true && <span className="hint"> {texts.test}</span>}
        </>
      ),
    },
    ...columns,
    {
      title: texts.document,
      cell: ({ file }) => (file ? <FileButton url={file.url}>PDF</FileButton> : <span className="hint">{texts.coming}</span>),
    },
  ];
  return (
    <SearchedList
      source={[name, organization?.gid]}
      label={label}
      choices={{ month: [texts.month, months], ...(statuses && { status: [status, statuses] }) }}
      read={(search, paging, options, chosen: DocumentFilters<Status>) => read(paging, { ...chosen, search }, options)}
      noneTexts={emptyTexts}
    >
      {(items) => <Table caption={title} columns={allColumns} items={items} actions={action} />}
    </SearchedList>
  );
}

/** Such a list as a screen of its own. */
export function DocumentsPage<Item extends Document, Status extends string = never>(documents: DocumentsProps<Item, Status>) {
  return (
    <BillingPage title={documents.title}>
      <Documents {...documents} />
    </BillingPage>
  );
}

/** The columns that every document has. */
export function useDocumentColumns<Item extends Document>(): Record<'date' | 'net' | 'total', Column<Item>> {
  const texts = useTexts(billingTexts);
  const { date, money } = useFormat();
  return {
    date: { title: texts.date, cell: ({ created_at }) => date(created_at) },
    net: { title: texts.net, cell: ({ amount }) => money(amount), isNumber: true },
    total: { title: texts.total, cell: ({ total }) => money(total), isNumber: true },
  };
}
