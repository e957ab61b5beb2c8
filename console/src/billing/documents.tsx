import type { CallOptions, Page as PageOfList, ReceiptSummary } from '@partner-ordering/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../app/session.tsx';
import { FileButton } from '../kit/files.tsx';
import { type Column, List, Table } from '../kit/list.tsx';
import { Page } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
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

export interface DocumentsProps<Item> {
  title: string;
  /** That of the API's collection. */
  name: string;
  /** The filters on which the list depends. */
  filter?: unknown;
  read: (query: { orderBy: 'created_at'; limit: number; offset: number }, options: CallOptions) => PromiseLike<PageOfList<Item>>;
  /** Those between its number and its PDF. */
  columns: readonly Column<Item>[];
  action?: (item: Item) => ReactNode;
  /** The texts of an empty list. */
  emptyTexts: [title: string, text: string];
}

/** A list of receipts, invoices or credit notes, newest first. */
export function Documents<Item extends Document>({ title, name, filter, read, columns, action, emptyTexts }: DocumentsProps<Item>) {
  const texts = useTexts(billingTexts);
  const { organization } = useSession();
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
    <List
      source={[name, organization?.gid]}
      filter={filter}
      read={(paging, options) => read({ orderBy: 'created_at', ...paging }, options)}
      isInAddress
      empty={<Empty title={emptyTexts[0]} text={emptyTexts[1]} />}
    >
      {(items) => <Table caption={title} columns={allColumns} items={items} actions={action} />}
    </List>
  );
}

/** Such a list as a screen of its own. */
export function DocumentsPage<Item extends Document>(documents: DocumentsProps<Item>) {
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
