import type { Webhook, WebhookSecret } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Button } from '../kit/button.tsx';
import { Copyable } from '../kit/copyable.tsx';
import { DeleteButton, DialogButton, ConfirmButton } from '../kit/dialog.tsx';
import { Facts, Page, Section } from '../kit/page.tsx';
import { QueryScreen } from '../kit/states.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { Deliveries } from './deliveries.tsx';
import { CheckButton, WebhookState } from './state.tsx';
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
  return <QueryScreen query={webhook}>{(found) => <WebhookPage key={webhookGid} webhook={found} />}</QueryScreen>;
}

function WebhookPage({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(webhooksTexts);
  const kit = useTexts(kitTexts);
  const { time } = useFormat();
  const { events, description, created_at, disabled_at } = webhook;
  return (
    <Page title={webhook.url} breadcrumbs={<Link to="/webhooks">{texts.title}</Link>} actions={<Actions webhook={webhook} />}>
      <div className="columns webhook">
        <Deliveries webhook={webhook} />
        <div className="stack">
          <Section title={texts.about}>
            <Facts
              entries={[
                [kit.status, <WebhookState key="state" webhook={webhook} />],
                [texts.description, description],
                [texts.events, events === null ? texts.allEvents : events.join(', ')],
                [texts.created, time(created_at)],
                [kit.disabled, disabled_at && time(disabled_at)],
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
  const { done, edit } = useTexts(kitTexts);
  const navigate = useNavigate();
  const { is_enabled } = webhook;
  const toggle = useAction(() => api.updateWebhook(gid, webhook.gid, { is_enabled: !is_enabled }), is_enabled ? done : texts.nowEnabled);
  const remove = async (): Promise<void> => {
    await api.deleteWebhook(gid, webhook.gid);
    await navigate({ to: '/webhooks' });
  };
  return (
    <>
      <CheckButton target={{ webhook: { gid: webhook.gid } }} look={is_enabled ? 'main' : 'plain'} />
      <DialogButton label={edit}>
        <WebhookForm webhook={webhook} send={(changed) => api.updateWebhook(gid, webhook.gid, changed)} />
      </DialogButton>
      <Button look={is_enabled ? 'plain' : 'main'} isBusy={toggle.isBusy} onClick={() => toggle.run()}>
        {is_enabled ? texts.disable : texts.enable}
      </Button>
      <DeleteButton name={webhook.url} text={texts.removeText} act={remove} />
    </>
  );
}

const GRACE_SECONDS = 86_400;

/** The secret by which a receiver verifies signatures. It is read on request and kept nowhere. */
function Secret({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(webhooksTexts);
  const { gid } = useOrganization();
  const [keys, setKeys] = useState<WebhookSecret>();
  const { rotateTitle } = texts;
  const show = useAction(async () => setKeys(await api.getWebhookSecret(gid, webhook.gid)));
  const rotate = async (grace_seconds: number): Promise<void> =>
    setKeys(await api.rotateWebhookSecret(gid, webhook.gid, { grace_seconds }));
  return (
    <Section title={texts.secret}>
      <p className="hint">{texts.secretText}</p>
      {keys !== undefined && <Keys keys={keys} />}
      <div className="actions">
        {keys === undefined ? (
          <Button isBusy={show.isBusy} onClick={() => show.run()}>
            {texts.showSecret}
          </Button>
        ) : (
          <Button onClick={() => setKeys(undefined)}>{texts.hideSecret}</Button>
        )}
        <ConfirmButton title={rotateTitle} label={texts.rotate} text={texts.rotateText} act={() => rotate(GRACE_SECONDS)} />
        <ConfirmButton title={rotateTitle} label={texts.replaceNow} text={texts.replaceText} look="quiet" act={() => rotate(0)} />
      </div>
    </Section>
  );
}

function Keys({ keys: { secret, public_key, previous_expires_at } }: { keys: WebhookSecret }) {
  const texts = useTexts(webhooksTexts);
  const { time } = useFormat();
  return (
    <>
      {secret !== null && <Copyable name={texts.secret} value={secret} />}
      {public_key !== null && <Copyable name={texts.publicKey} value={public_key} />}
      {previous_expires_at !== null && <p>{texts.previous(time(previous_expires_at))}</p>}
    </>
  );
}
