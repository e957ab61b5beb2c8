import type { PaymentSource } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { ConfirmButton } from '../kit/dialog.tsx';
import { TextField } from '../kit/fields.tsx';
import { FormButton } from '../kit/form-dialog.tsx';
import { Form, type Entered } from '../kit/form.tsx';
import { Facts, Section } from '../kit/page.tsx';
import { Shown } from '../kit/states.tsx';
import { isMissing } from '../api/queries.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { BillingPage } from './documents.tsx';
import { billingTexts } from './texts.ts';

/** What the organization pays with. */
export function Payment() {
  const { gid } = useOrganization();
  const source = useQuery({
    queryKey: ['payment_source', gid],
    queryFn: ({ signal }) =>
      api.getPaymentSource(gid, { signal }).catch((error: unknown) => (isMissing(error) ? null : Promise.reject(error))),
  });
  return (
    <BillingPage title={useTexts(billingTexts).payment}>
      <div className="payment">
        <Shown of={source}>{(found) => (found === null ? <NoSource /> : <PresentSource source={found} />)}</Shown>
      </div>
    </BillingPage>
  );
}

/** Sets the first source, or one in place of the present one. */
function useSourceForm() {
  const texts = useTexts(billingTexts);
  const { gid } = useOrganization();
  return {
    submit: texts.save,
    done: texts.saved,
    onSubmit: ({ text }: Entered) =>
      api.createPaymentSource(gid, {
        rid: text('rid'),
        reference: text('reference') || null,
        last_digits: text('last_digits') || null,
      }),
    children: (
      <>
        <TextField name="rid" label={texts.rid} hint={texts.ridHint} maxLength={255} required />
        <TextField name="reference" label={texts.reference} hint={texts.referenceHint} maxLength={255} />
        <TextField name="last_digits" label={texts.digits} hint={texts.digitsHint} maxLength={4} />
      </>
    ),
  };
}

function NoSource() {
  const texts = useTexts(billingTexts);
  return (
    <Section title={texts.noSource}>
      <p>{texts.noSourceText}</p>
      <Form {...useSourceForm()} />
    </Section>
  );
}

function PresentSource({ source: { rid, reference, last_digits, created_at, modified_at } }: { source: PaymentSource }) {
  const texts = useTexts(billingTexts);
  const { gid } = useOrganization();
  const { time } = useFormat();
  return (
    <Section title={texts.source}>
      <Facts
        of={[
          [texts.rid, rid],
          [texts.reference, reference],
          [texts.digits, last_digits && `…${last_digits}`],
          [texts.changed, time(modified_at ?? created_at)],
        ]}
      />
      <div className="actions">
        <FormButton label={texts.replace} {...useSourceForm()} />
        <ConfirmButton
          label={texts.remove}
          title={texts.removeTitle}
          text={texts.removeText}
          act={() => api.deletePaymentSource(gid)}
          done={texts.removed}
        />
      </div>
    </Section>
  );
}
