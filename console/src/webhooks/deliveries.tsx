import type { Delivery, DeliverySummary, ListDeliveriesFields, Webhook } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { use, useState } from 'react';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Button } from '../kit/button.tsx';
import { DialogButton, FormButton } from '../kit/dialog.tsx';
import { CheckField, TextField } from '../kit/fields.tsx';
import { Choice, useFilters } from '../kit/filters.tsx';
import { CloseContext } from '../kit/form.tsx';
import { type Column, List, Table } from '../kit/list.tsx';
import { Badge, Section } from '../kit/page.tsx';
import { Empty, QueryView } from '../kit/states.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { inputOf, timeIn, useFormat } from '../text/format.ts';
import { failureText, useTexts } from '../text/language.tsx';
import { deliveryStatuses } from './search.ts';
import { Answer } from './state.tsx';
import { webhooksTexts } from './texts.ts';
import { entryOf, textFor } from '../text/values.ts';

const WATCH_MS = 500;
const DAY_MS = 86_400_000;
const route = getRouteApi('/managers/webhooks/$gid');

/** The past and the pending deliveries of a webhook. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(webhooksTexts);
  const { gid } = useOrganization();
  const { status } = route.useSearch();
  const { set } = useFilters();
  const where = status && { where: (d: ListDeliveriesFields) => d.status.eq(status) };
  const options = deliveryStatuses.map((value) => ({ value, name: texts.statuses[value] }));
  return (
    <Section title={texts.deliveries} actions={webhook.is_enabled && <RecoverButton webhook={webhook} />}>
      <div className="filters">
        <Choice label={texts.show} value={status} noneLabel={texts.all} options={options} onChange={(value) => set({ status: value })} />
      </div>
      <List
        source={['deliveries', webhook.gid]}
        filter={status}
        read={(paging, callOptions) => api.listDeliveries(gid, webhook.gid, { orderBy: 'created_at', ...where, ...paging }, callOptions)}
        isInAddress
        empty={status ? <Empty title={texts.noneFound} /> : <Empty title={texts.noDeliveries} text={texts.noDeliveriesText} />}
      >
        {(items) => <DeliveryTable webhook={webhook} items={items} />}
      </List>
    </Section>
  );
}

function DeliveryTable({ webhook, items }: { webhook: Webhook; items: readonly DeliverySummary[] }) {
  const texts = useTexts(webhooksTexts);
  const { time } = useFormat();
  const columns: Column<DeliverySummary>[] = [
    {
      title: texts.event,
      cell: ({ event }) => (
        <>
          <span className="row-name nowrap">{event.type}</span>
          <p className="hint">{time(event.timestamp)}</p>
        </>
      ),
    },
    { title: useTexts(kitTexts).status, cell: (delivery) => <DeliveryState delivery={delivery} /> },
  ];
  const actions = (delivery: DeliverySummary) => (
    <>
      <DialogButton look="quiet" label={texts.details} subject={delivery.event.type} title={delivery.event.type}>
        <Details webhook={webhook} gid={delivery.gid} />
      </DialogButton>
      {webhook.is_enabled && <Redeliver webhook={webhook} delivery={delivery} />}
    </>
  );
  return <Table caption={texts.deliveries} columns={columns} items={items} actions={actions} />;
}

const tones = { waiting: 'waits', delivered: 'good', failed: 'wrong', canceled: 'calm' } as const;

function DeliveryState({ delivery }: { delivery: DeliverySummary }) {
  const texts = useTexts(webhooksTexts);
  const { number, time } = useFormat();
  return (
    <div className="stacked">
      <Badge tone={entryOf(tones, delivery.status) ?? 'calm'}>{textFor(texts.statuses, delivery.status)}</Badge>
      <span className="hint">{texts.attempts(number(delivery.attempts))}</span>
      {delivery.failure !== null && <span className="hint">{failureText(delivery)}</span>}
      {delivery.next_attempt_at !== null && <span className="hint">{texts.next(time(delivery.next_attempt_at))}</span>}
    </div>
  );
}

function Redeliver({ webhook, delivery }: { webhook: Webhook; delivery: DeliverySummary }) {
  const texts = useTexts(webhooksTexts);
  const { gid } = useOrganization();
  const { run, isBusy } = useAction(() => redeliver(gid, webhook.gid, delivery));
  return (
    <Button look="quiet" isBusy={isBusy} onClick={() => run()}>
      {texts.redeliver}
    </Button>
  );
}

/** Sends it again, and waits a moment for what comes of it. */
async function redeliver(organization: string, webhook: string, { gid, attempts }: DeliverySummary): Promise<void> {
  await api.redeliver(organization, webhook, gid);
  for (let left = 10; left > 0; left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    if ((await api.getDelivery(organization, webhook, gid)).attempts !== attempts) return;
  }
}

/** The attempts of a delivery, newest first, and what was sent. */
function Details({ webhook, gid }: { webhook: Webhook; gid: string }) {
  const { gid: organization } = useOrganization();
  const read = useQuery({
    queryKey: ['deliveries', gid],
    queryFn: ({ signal }) => api.getDelivery(organization, webhook.gid, gid, { signal }),
  });
  return (
    <>
      <QueryView query={read}>{(found) => <Attempts delivery={found} />}</QueryView>
      <div className="actions">
        <Button onClick={use(CloseContext)}>{useTexts(kitTexts).close}</Button>
      </div>
    </>
  );
}

function Attempts({ delivery: { attempt_log, body } }: { delivery: Delivery }) {
  const texts = useTexts(webhooksTexts);
  const { time } = useFormat();
  return (
    <>
      {attempt_log.length === 0 && <p>{texts.noAttempts}</p>}
      <ol className="form">
        {attempt_log.toReversed().map(({ number, at, ...answer }) => (
          <li key={number} className="field">
            <h3>
              {number}. {time(at)}
            </h3>
            <Answer outcome={answer} />
          </li>
        ))}
      </ol>
      <details>
        <summary>{texts.body}</summary>
        <pre className="code">{body === null ? texts.erased : JSON.stringify(JSON.parse(body), null, 2)}</pre>
      </details>
    </>
  );
}

function RecoverButton({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(webhooksTexts);
  const { gid } = useOrganization();
  const [yesterday] = useState(() => new Date(Date.now() - DAY_MS).toISOString());
  return (
    <FormButton
      label={texts.recover}
      text={texts.recoverText}
      onSubmit={({ text, isChecked }) =>
        api.recoverDeliveries(gid, webhook.gid, { since: timeIn(text('since'))!, include_unsent: isChecked('include_unsent') })
      }
    >
      <TextField name="since" label={texts.from} type="datetime-local" step="any" defaultValue={inputOf(yesterday)} required />
      <CheckField name="include_unsent" label={texts.unsent} />
    </FormButton>
  );
}
