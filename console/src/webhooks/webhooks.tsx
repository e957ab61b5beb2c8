import type { Webhook } from '@partner-ordering/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { DialogButton } from '../kit/dialog.tsx';
import { type Column, List, Table } from '../kit/list.tsx';
import { Page } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useTexts } from '../text/language.tsx';
import { WebhookState } from './state.tsx';
import { webhooksTexts } from './texts.ts';
import { WebhookForm, type WebhookEntries } from './webhook-form.tsx';
import './webhooks.css';

/** The webhooks of the organization. */
export function Webhooks() {
  const texts = useTexts(webhooksTexts);
  const { gid } = useOrganization();
  const columns = useWebhookColumns();
  return (
    <Page title={texts.title} actions={<AddButton />}>
      <List
        source={['webhooks', gid]}
        read={(paging, options) => api.listWebhooks(gid, { orderBy: 'url', sort: 'asc', ...paging }, options)}
        empty={<Empty title={texts.none} text={texts.noneText} />}
      >
        {(items) => <Table caption={texts.title} columns={columns} items={items} />}
      </List>
    </Page>
  );
}

function AddButton() {
  const texts = useTexts(webhooksTexts);
  const { gid } = useOrganization();
  const navigate = useNavigate();
  const send = async (webhook: WebhookEntries): Promise<void> => {
    const created = await api.createWebhook(gid, webhook);
    await navigate({ to: '/webhooks/$gid', params: { gid: created.gid } });
  };
  return (
    <DialogButton look="main" label={texts.add}>
      <WebhookForm send={send} />
    </DialogButton>
  );
}

function useWebhookColumns(): Column<Webhook>[] {
  const texts = useTexts(webhooksTexts);
  return [
    {
      title: texts.url,
      cell: ({ gid, url, description }) => (
        <>
          <Link to="/webhooks/$gid" params={{ gid }} className="row-name">
            {url}
          </Link>
          {description !== null && <p className="hint">{description}</p>}
        </>
      ),
    },
    { title: texts.events, cell: ({ events }) => (events === null ? texts.allEvents : events.join(', ')) },
    { title: useTexts(kitTexts).status, cell: (webhook) => <WebhookState webhook={webhook} /> },
  ];
}
