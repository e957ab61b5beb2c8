import type { OrganizationReference } from '@partner-ordering/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { frameTexts } from '../../app/texts.ts';
import { Documents, type Document, type DocumentsProps } from '../../billing/documents.tsx';
import { billingTexts } from '../../billing/texts.ts';
import { Page } from '../../kit/page.tsx';
import type { Column } from '../../kit/list.tsx';
import { useTexts } from '../../text/language.tsx';
import { OrganizationLink } from '../choices.tsx';

interface StaffDocumentsProps<Item, Status extends string> extends DocumentsProps<Item, Status> {
  /** Beside the title. */
  actions?: ReactNode;
}

/** A screen with the documents of all organizations. */
export function StaffDocuments<Item extends Document & { organization: OrganizationReference }, Status extends string>({
  actions,
  columns,
  ...documents
}: StaffDocumentsProps<Item, Status>) {
  const { organization } = useTexts(frameTexts);
  const billing = useTexts(billingTexts);
  const owner: Column<Item> = {
    title: organization,
    cell: (item) => <OrganizationLink organization={item.organization} />,
  };
  return (
    <Page title={documents.title} actions={actions}>
      <nav className="tabs" aria-label={billing.billing}>
        <Link to="/staff/receipts">{billing.receipts}</Link>
        <Link to="/staff/invoices">{billing.invoices}</Link>
      </nav>
      <Documents {...documents} columns={[owner, ...columns]} />
    </Page>
  );
}
