import type { PaymentSource } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { every, isMissing, REFRESH_MS } from '../api/queries.ts';
import { useOrganization } from '../app/session.tsx';
import { Button, type Look } from '../kit/button.tsx';
import { ConfirmButton, FormButton } from '../kit/dialog.tsx';
import { TextField } from '../kit/fields.tsx';
import type { FormValues } from '../kit/form.tsx';
import { Facts, Section } from '../kit/page.tsx';
import { QueryView } from '../kit/states.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { BillingPage } from './documents.tsx';
import { billingTexts } from './texts.ts';

const route = getRouteApi('/managers/billing/payment');
/** The interval of reading the source while the page waits for the payment provider. */
const SOON_MS = 2_000;

/** Identifies a state of the source. `was` in the address has the previous one when the user returns from the payment provider. */
const stateOf = (source: PaymentSource | null): string => (source ? (source.modified_at ?? source.created_at) : 'none');

/** The organization's source of payment. */
export function Payment() {
  const texts = useTexts(billingTexts);
  const { gid } = useOrganization();
  const { was } = route.useSearch();
  const isAwaited = (source: PaymentSource | null | undefined): boolean => source !== undefined && stateOf(source) === was;
  const source = useQuery({
    queryKey: ['payment_source', gid],
    queryFn: ({ signal }) =>
      api.getPaymentSource(gid, { signal }).catch((error: unknown) => (isMissing(error) ? null : Promise.reject(error))),
    refetchInterval: ({ state }) => every(isAwaited(state.data) ? SOON_MS : REFRESH_MS),
  });
  return (
    <BillingPage title={texts.payment}>
      <div className="columns">
        {isAwaited(source.data) ? (
          <p role="status">{texts.awaited}</p>
        ) : (
          <QueryView query={source}>{(found) => (found === null ? <NoSource /> : <PresentSource source={found} />)}</QueryView>
        )}
      </div>
    </BillingPage>
  );
}

function NoSource() {
  const texts = useTexts(billingTexts);
  return (
    <Section title={texts.noSource}>
      <p>{texts.noSourceText}</p>
      <div className="actions">
        <SetButton source={null} />
      </div>
    </Section>
  );
}

function PresentSource({ source }: { source: PaymentSource }) {
  const texts = useTexts(billingTexts);
  const { rid, reference, last_digits, created_at, modified_at } = source;
  const { gid } = useOrganization();
  const { time } = useFormat();
  return (
    <Section title={texts.source}>
      <Facts
        entries={[
          [texts.rid, rid],
          [texts.reference, reference],
          [texts.digits, last_digits && `…${last_digits}`],
          [texts.changed, time(modified_at ?? created_at)],
        ]}
      />
      <div className="actions">
        <SetButton source={source} />
        <ConfirmButton
          label={useTexts(kitTexts).remove}
          title={texts.removeTitle}
          text={texts.removeText}
          act={() => api.deletePaymentSource(gid)}
        />
      </div>
    </Section>
  );
}

type ButtonProps = { look: Look; label: string };

/** Sets or replaces the source: on a page of the payment provider if it has one, else here. */
function SetButton({ source }: { source: PaymentSource | null }) {
  const texts = useTexts(billingTexts);
  const readOnce = { staleTime: Infinity, refetchInterval: false } as const;
  const { data } = useQuery({ queryKey: ['payment_provider'], queryFn: () => api.getPaymentProvider(), ...readOnce });
  const button = source === null ? ({ look: 'main', label: texts.add } as const) : ({ look: 'plain', label: texts.replace } as const);
  if (data === undefined) return null;
  return data.has_setup_page ? <SetupButton {...button} was={stateOf(source)} /> : <SourceButton {...button} />;
}

/** Leads to the page of the payment provider, and from there back here. */
function SetupButton({ was, look, label }: ButtonProps & { was: string }) {
  const { gid } = useOrganization();
  const { run, isBusy } = useAction(async () => {
    const pageUrl = location.origin + location.pathname;
    const { url } = await api.setUpPaymentSource(gid, { return_url: `${pageUrl}?${new URLSearchParams({ was })}`, cancel_url: pageUrl });
    location.assign(url);
  });
  return (
    <Button look={look} isBusy={isBusy} onClick={() => run()}>
      {label}
    </Button>
  );
}

function SourceButton(button: ButtonProps) {
  const texts = useTexts(billingTexts);
  const { gid } = useOrganization();
  const send = ({ text }: FormValues) =>
    api.createPaymentSource(gid, { rid: text('rid'), reference: text('reference') || null, last_digits: text('last_digits') || null });
  return (
    <FormButton {...button} submit={useTexts(kitTexts).save} onSubmit={send}>
      <TextField name="rid" label={texts.rid} hint={texts.ridHint} maxLength={255} required />
      <TextField name="reference" label={texts.reference} hint={texts.referenceHint} maxLength={255} />
      <TextField name="last_digits" label={texts.digits} hint={texts.digitsHint} maxLength={4} />
    </FormButton>
  );
}
