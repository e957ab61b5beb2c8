import type { Webhook } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Button } from '../kit/button.tsx';
import { DeleteButton, DialogButton } from '../kit/dialog.tsx';
import { Facts, Page, Section } from '../kit/page.tsx';
import { ShownScreen } from '../kit/states.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { CheckButton } from './check.tsx';
import { Deliveries } from './deliveries.tsx';
import { Secret } from './secret.tsx';
import { WebhookState } from './state.tsx';
import { webhooksTexts } from './texts.ts';
import { WebhookForm } from './webhook-form.tsx';
import './webhooks.css';

const route = getRouteApi('/managers/webhooks/$gid');

/** One webhook: whether it works, and what it was told. */
export function WebhookScreen() {
  const { gid } = useOrganization();
  const { gid: webhookGid } = route.useParams();
  const webhook = useQuery({
    queryKey: ['webhooks', gid, webhookGid],
    queryFn: ({ signal }) => api.getWebhook(gid, webhookGid, { signal }),
  });
  return <ShownScreen of={webhook}>{(found) => <WebhookPage key={webhookGid} webhook={found} />}</ShownScreen>;
}

function WebhookPage({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(webhooksTexts);
  const { time } = useFormat();
  const { events, description, created_at, disabled_at } = webhook;
  return (
    <Page title={webhook.url} above={<Link to="/webhooks">{texts.title}</Link>} actions={<Actions webhook={webhook} />}>
      <div className="columns webhook">
        <Deliveries webhook={webhook} />
        <div className="stack">
          <Section title={texts.about}>
            <Facts
              of={[
                [useTexts(kitTexts).status, <WebhookState key="state" of={webhook} />],
                [texts.description, description],
                [texts.events, events === null ? texts.allEvents : events.join(', ')],
                [texts.created, time(created_at)],
                [texts.disabled, disabled_at && time(disabled_at)],
              ]}
            />
          </Section>
          <Secret webhook={webhook} />
        </div>
      </div>
    </Page>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(webhooksTexts);
  const { gid } = useOrganization();
  const navigate = useNavigate();
  const enable = useAction(() => api.updateWebhook(gid, webhook.gid, { is_enabled: true }), texts.nowEnabled);
  const disable = useAction(() => api.updateWebhook(gid, webhook.gid, { is_enabled: false }), texts.nowDisabled);
  const remove = async (): Promise<void> => {
    await api.deleteWebhook(gid, webhook.gid);
    await navigate({ to: '/webhooks' });
  };
  return (
    <>
      {!webhook.is_enabled && (
        <Button look="main" isBusy={enable.isBusy} onClick={() => enable.run()}>
          {texts.enable}
        </Button>
      )}
      <CheckButton target={{ webhook: { gid: webhook.gid } }} look={webhook.is_enabled ? 'main' : 'plain'} />
      <DialogButton label={useTexts(kitTexts).edit}>
        <WebhookForm webhook={webhook} send={(changed) => api.updateWebhook(gid, webhook.gid, changed)} />
      </DialogButton>
      {webhook.is_enabled && (
        <Button isBusy={disable.isBusy} onClick={() => disable.run()}>
          {texts.disable}
        </Button>
      )}
      <DeleteButton name={webhook.url} text={texts.removeText} act={remove} />
    </>
  );
}
