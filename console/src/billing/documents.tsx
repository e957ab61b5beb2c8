import type { CallOptions, File, Page as PageOfList } from '@partner-ordering/client';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../app/session.tsx';
import { FileButton } from '../kit/files.tsx';
import { List } from '../kit/list.tsx';
import { Page } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
import { Table, type Column } from '../kit/table.tsx';
import { useTexts } from '../text/language.tsx';
import './billing.css';
import { billingTexts } from './texts.ts';

/** A screen about money. Managers have several, side by side. */
export function BillingPage({ title, children }: { title: string; children: ReactNode }) {
  const texts = useTexts(billingTexts);
  const { organization, isManager } = useSession();
  const options = { exact: true, includeSearch: false };
  return (
    <Page title={title}>
      {organization !== null && isManager && (
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

interface Document {
  gid: string;
  number: string;
  file: File | null;
  test?: boolean;
}

interface DocumentsProps<Item> {
  title: string;
  /** That of the API's collection. */
  name: string;
  read: (query: { orderBy: 'created_at'; limit: number; offset: number }, options: CallOptions) => PromiseLike<PageOfList<Item>>;
  /** Those between its number and its PDF. */
  columns: readonly Column<Item>[];
  /** What is said of an empty list. */
  none: [title: string, text: string];
}

/** A list of receipts, invoices or credit notes, newest first. */
export function Documents<Item extends Document>({ title, name, read, columns, none }: DocumentsProps<Item>) {
  const texts = useTexts(billingTexts);
  const { organization } = useSession();
  const { page } = useSearch({ strict: false });
  const navigate = useNavigate();
  const all: Column<Item>[] = [
    { title: texts.number, cell: (item) => <DocumentNumber of={item} /> },
    ...columns,
    {
      title: texts.document,
      cell: ({ file }) => (file ? <FileButton url={file.url}>PDF</FileButton> : <span className="hint">{texts.coming}</span>),
    },
  ];
  return (
    <List
      of={[name, organization?.gid]}
      read={(paging, options) => read({ orderBy: 'created_at', ...paging }, options)}
      page={page}
      onPage={(next) => void navigate({ to: '.', search: { page: next } })}
      empty={
        <Empty title={none[0]}>
          <p>{none[1]}</p>
        </Empty>
      }
    >
      {(items) => <Table caption={title} columns={all} items={items} />}
    </List>
  );
}

function DocumentNumber({ of: { number, test } }: { of: Document }) {
  const texts = useTexts(billingTexts);
  return (
    <>
      <span className="document-number">{number}</span>
      {test === true && <span className="hint"> {texts.test}</span>}
    </>
  );
}
