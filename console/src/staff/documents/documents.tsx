import type { OrganizationReference } from '@partner-ordering/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { frameTexts } from '../../app/texts.ts';
import { Documents, type Document, type DocumentsProps } from '../../billing/documents.tsx';
import { billingTexts } from '../../billing/texts.ts';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Page } from '../../kit/page.tsx';
import type { Column } from '../../kit/list.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { choiceParameter } from '../../text/search.ts';
import { OrganizationLink } from '../choices.tsx';
import type { DocumentsSearch } from './search.ts';
import { documentsTexts } from './texts.ts';

interface StaffDocumentsProps<Item, Status> extends Omit<DocumentsProps<Item>, 'filter' | 'read'> {
  /** Beside the title. */
  actions?: ReactNode;
  statuses: readonly { value: Status; name: string }[];
  read: (status: Status | undefined) => DocumentsProps<Item>['read'];
}

/** A screen with the documents of all organizations, narrowed by their status. */
export function StaffDocuments<
  Item extends Document & { organization: OrganizationReference },
  Status extends NonNullable<DocumentsSearch['status']>,
>({ actions, statuses, read, columns, ...documents }: StaffDocumentsProps<Item, Status>) {
  const texts = useTexts(documentsTexts);
  const { organization } = useTexts(frameTexts);
  const billing = useTexts(billingTexts);
  const { search, set } = useFilters();
  const status = choiceParameter(
    search.status,
    statuses.map(({ value }) => value),
  );
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
      <div className="filters">
        <Choice
          label={useTexts(kitTexts).status}
          value={status}
          noneLabel={texts.all}
          options={statuses}
          onChange={(chosen) => set({ status: chosen })}
        />
      </div>
      <Documents {...documents} filter={{ status }} read={read(status)} columns={[owner, ...columns]} />
    </Page>
  );
}
