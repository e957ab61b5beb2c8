import type { Organization } from '@partner-ordering/client';
import { api } from '../../api/client.ts';
import { CheckField, TextField } from '../../kit/fields.tsx';
import { Form, type Entered } from '../../kit/form.tsx';
import { Section } from '../../kit/page.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { membersTexts } from '../../members/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { OrganizationField } from '../choices.tsx';
import { organizationsTexts } from './texts.ts';

const inAddress = ['division', 'additional', 'address1', 'address2', 'zipcode', 'city', 'state', 'country'] as const;

/** Changes what the organization is called, where it is billed, and what it may owe. */
export function OrganizationForm({ of: { gid, credit_limit, ...of } }: { of: Organization }) {
  const texts = useTexts(organizationsTexts);
  const members = useTexts(membersTexts);
  const kit = useTexts(kitTexts);
  const optional = (name: string, label: string, value: string | number | null | undefined, hint?: string) => (
    <TextField key={name} name={name} label={label} defaultValue={value ?? ''} {...(hint !== undefined && { hint })} />
  );
  return (
    <Form look="plain" onSubmit={({ changed }) => api.updateOrganization(gid, changed(entriesIn))}>
      <Section title={texts.about}>
        <div className="fields">
          <TextField name="name" label={kit.name} defaultValue={of.name} required />
          {optional('hostname', texts.fields.hostname, of.hostname, texts.hostnameHint)}
          <OrganizationField name="parent" label={texts.parent} hint={texts.parentHint} none={texts.noParent} value={of.parent} />
          {optional('vat', texts.fields.vat, of.vat)}
        </div>
        {optional('price_sheet_url', texts.fields.priceSheet, of.price_sheet_url, texts.priceSheetHint)}
        <CheckField name="test" label={texts.isTest} defaultChecked={of.test} />
      </Section>
      <Section title={texts.billing}>
        <div className="fields">
          {inAddress.map((part) => optional(`billing_address.${part}`, texts.fields[part], of.billing_address[part]))}
          {optional('billing_contact.email', members.email, of.billing_contact.email)}
          {optional('billing_contact.phone', texts.fields.phone, of.billing_contact.phone)}
          {optional('credit_limit.amount', texts.fields.credit, credit_limit?.amount, texts.creditHint)}
          {optional('credit_limit.currency', kit.currency, credit_limit?.currency ?? 'EUR')}
        </div>
      </Section>
    </Form>
  );
}

function entriesIn({ text, number, isChecked }: Entered) {
  const given = (name: string): string | null => text(name) || null;
  const [parent, amount] = [given('parent'), number('credit_limit.amount')];
  return {
    name: text('name'),
    hostname: given('hostname'),
    parent: parent === null ? null : { gid: parent },
    test: isChecked('test'),
    price_sheet_url: given('price_sheet_url'),
    vat: given('vat'),
    billing_address: Object.fromEntries(inAddress.map((part) => [part, given(`billing_address.${part}`)])),
    billing_contact: { email: given('billing_contact.email'), phone: given('billing_contact.phone') },
    credit_limit: amount === null ? null : { amount, currency: text('credit_limit.currency').toUpperCase() },
  };
}
