import type { Organization } from '@partner-ordering/client';
import { api } from '../../api/client.ts';
import { CheckField, TextField } from '../../kit/fields.tsx';
import { Form, type FormValues } from '../../kit/form.tsx';
import { Section } from '../../kit/page.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { membersTexts } from '../../members/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { OrganizationField } from '../choices.tsx';
import { organizationsTexts } from './texts.ts';

const addressFields = ['division', 'additional', 'address1', 'address2', 'zipcode', 'city', 'state', 'country'] as const;

/** Changes what the organization is called, where it is billed, and what it may owe. */
export function OrganizationForm({ organization: { gid, credit_limit, ...values } }: { organization: Organization }) {
  const texts = useTexts(organizationsTexts);
  const members = useTexts(membersTexts);
  const kit = useTexts(kitTexts);
  const optional = (name: string, label: string, value: string | number | null | undefined, hint?: string) => (
    <TextField key={name} name={name} label={label} defaultValue={value ?? ''} {...(hint !== undefined && { hint })} />
  );
  return (
    <Form look="plain" onSubmit={({ changedValues }) => api.updateOrganization(gid, changedValues(entriesIn))}>
      <Section title={texts.about}>
        <div className="fields">
          <TextField name="name" label={kit.name} defaultValue={values.name} required />
          {optional('hostname', texts.fields.hostname, values.hostname, texts.hostnameHint)}
          <OrganizationField name="parent" label={texts.parent} hint={texts.parentHint} noneLabel={texts.noParent} value={values.parent} />
          {optional('vat', texts.fields.vat, values.vat)}
        </div>
        {optional('price_sheet_url', texts.fields.priceSheet, values.price_sheet_url, texts.priceSheetHint)}
        {optional('project_page_url', texts.fields.projectPage, values.project_page_url, texts.projectPageHint)}
        <CheckField name="test" label={texts.isTest} defaultChecked={values.test} />
      </Section>
      <Section title={texts.billing}>
        <div className="fields">
          {addressFields.map((part) => optional(`billing_address.${part}`, texts.fields[part], values.billing_address[part]))}
          {optional('billing_contact.email', members.email, values.billing_contact.email)}
          {optional('billing_contact.phone', texts.fields.phone, values.billing_contact.phone)}
          {optional('credit_limit.amount', texts.fields.credit, credit_limit?.amount, texts.creditHint)}
          {optional('credit_limit.currency', kit.currency, credit_limit?.currency ?? 'EUR')}
        </div>
      </Section>
    </Form>
  );
}

function entriesIn({ text, number, isChecked }: FormValues) {
  const textOrNull = (name: string): string | null => text(name) || null;
  const [parent, amount] = [textOrNull('parent'), number('credit_limit.amount')];
  return {
    name: text('name'),
    hostname: textOrNull('hostname'),
    parent: parent === null ? null : { gid: parent },
    test: isChecked('test'),
    price_sheet_url: textOrNull('price_sheet_url'),
    project_page_url: textOrNull('project_page_url'),
    vat: textOrNull('vat'),
    billing_address: Object.fromEntries(addressFields.map((part) => [part, textOrNull(`billing_address.${part}`)])),
    billing_contact: { email: textOrNull('billing_contact.email'), phone: textOrNull('billing_contact.phone') },
    credit_limit: amount === null ? null : { amount, currency: text('credit_limit.currency').toUpperCase() },
  };
}
