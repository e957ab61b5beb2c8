import type { Webhook, WebhookSecret } from '@partner-ordering/client';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Button } from '../kit/button.tsx';
import { Copyable } from '../kit/copyable.tsx';
import { ConfirmButton } from '../kit/dialog.tsx';
import { Section } from '../kit/page.tsx';
import { useAction } from '../kit/use-action.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { webhooksTexts } from './texts.ts';

const GRACE_SECONDS = 86_400;

/** What a receiver verifies signatures with. Read when asked for, and kept nowhere. */
export function Secret({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(webhooksTexts);
  const { gid } = useOrganization();
  const [keys, setKeys] = useState<WebhookSecret>();
  const show = useAction(async () => setKeys(await api.getWebhookSecret(gid, webhook.gid)));
  const rotate = async (seconds: number): Promise<void> =>
    setKeys(await api.rotateWebhookSecret(gid, webhook.gid, { grace_seconds: seconds }));
  const rotation = { title: texts.rotateTitle, done: texts.rotated };
  return (
    <Section title={texts.secret}>
      <p className="hint">{texts.secretText}</p>
      {keys !== undefined && <Keys of={keys} />}
      <div className="actions">
        {keys === undefined ? (
          <Button isBusy={show.isBusy} onClick={() => show.run()}>
            {texts.showSecret}
          </Button>
        ) : (
          <Button onClick={() => setKeys(undefined)}>{texts.hideSecret}</Button>
        )}
        <ConfirmButton {...rotation} label={texts.rotate} text={texts.rotateText} act={() => rotate(GRACE_SECONDS)} />
        <ConfirmButton {...rotation} look="quiet" label={texts.replaceNow} text={texts.replaceText} act={() => rotate(0)} />
      </div>
    </Section>
  );
}

function Keys({ of: { secret, public_key, previous_expires_at } }: { of: WebhookSecret }) {
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
