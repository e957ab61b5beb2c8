import type { Delivery, DeliverySummary, ListDeliveriesFields, Webhook } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Choice, useFilters } from '../kit/filters.tsx';
import { type Column, List, Table } from '../kit/list.tsx';
import { Section } from '../kit/page.tsx';
import { Empty, Shown } from '../kit/states.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { Answer, DeliveryState } from './state.tsx';
import { RecoverButton } from './recover.tsx';
import { deliveryStatuses } from './search.ts';
import { webhooksTexts } from './texts.ts';

const route = getRouteApi('/managers/webhooks/$gid');

/** What a webhook was told, and is to be told. */
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
        <Choice label={texts.show} value={status} none={texts.all} options={options} onChange={(value) => set({ status: value })} />
      </div>
      <List
        of={['deliveries', webhook.gid]}
        by={status}
        read={(paging, asked) => api.listDeliveries(gid, webhook.gid, { orderBy: 'created_at', ...where, ...paging }, asked)}
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
  const [shown, setShown] = useState<DeliverySummary>();
  const columns: Column<DeliverySummary>[] = [
    {
      title: texts.event,
      cell: ({ event }) => (
        <>
          <span className="row-name">{event.type}</span>
          <p className="hint">{time(event.timestamp)}</p>
        </>
      ),
    },
    { title: useTexts(kitTexts).status, cell: (delivery) => <Standing of={delivery} /> },
    {
      title: texts.attempts,
      cell: (delivery) => (
        <div className="row-actions">
          <Button look="quiet" onClick={() => setShown(delivery)} aria-label={`${texts.details}: ${delivery.event.type}`}>
            {texts.details} ({delivery.attempts})
          </Button>
          {webhook.is_enabled && <Redeliver webhook={webhook} delivery={delivery} />}
        </div>
      ),
      isNumber: true,
    },
  ];
  return (
    <div className="deliveries">
      <Table caption={texts.deliveries} columns={columns} items={items} />
      {shown !== undefined && <DeliveryDialog webhook={webhook} delivery={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}

function Standing({ of }: { of: DeliverySummary }) {
  const texts = useTexts(webhooksTexts);
  const { time } = useFormat();
  return (
    <div className="stacked">
      <DeliveryState of={of} />
      {of.failure !== null && <span className="hint">{of.failure}</span>}
      {of.next_attempt_at !== null && <span className="hint">{texts.next(time(of.next_attempt_at))}</span>}
    </div>
  );
}

/** Sends an event once more. */
function Redeliver({ webhook, delivery }: { webhook: Webhook; delivery: DeliverySummary }) {
  const texts = useTexts(webhooksTexts);
  const { gid } = useOrganization();
  const { run, isBusy } = useAction(() => api.redeliver(gid, webhook.gid, delivery.gid), texts.redelivered);
  return (
    <Button look="quiet" isBusy={isBusy} onClick={() => run()}>
      {texts.redeliver}
    </Button>
  );
}

/** The attempts of a delivery, newest first, and what was sent. */
function DeliveryDialog({ webhook, delivery, onClose }: { webhook: Webhook; delivery: DeliverySummary; onClose: () => void }) {
  const { gid } = useOrganization();
  const read = useQuery({
    queryKey: ['deliveries', delivery.gid],
    queryFn: ({ signal }) => api.getDelivery(gid, webhook.gid, delivery.gid, { signal }),
  });
  return (
    <Dialog title={delivery.event.type} onClose={onClose}>
      <Shown of={read}>{(found) => <Attempts of={found} />}</Shown>
      <div className="actions">
        <Button onClick={onClose}>{useTexts(kitTexts).close}</Button>
      </div>
    </Dialog>
  );
}

function Attempts({ of: { attempt_log, body } }: { of: Delivery }) {
  const texts = useTexts(webhooksTexts);
  const { time } = useFormat();
  return (
    <>
      {attempt_log.length === 0 && <p>{texts.noAttempts}</p>}
      <ol className="attempts">
        {attempt_log.toReversed().map(({ number, at, ...answer }) => (
          <li key={number}>
            <h3>
              {number}. {time(at)}
            </h3>
            <Answer {...answer} />
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
