import type { Webhook, WebhookCheckOutcome, WebhookCheck } from '@partner-ordering/client';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Button, type Look } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Badge, Enabled } from '../kit/page.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { useFormat } from '../text/format.ts';
import { disabledText, failureText, useTexts } from '../text/language.tsx';
import { webhooksTexts } from './texts.ts';

/** Whether it gets events, and why not. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  return (
    <div className="stacked">
      <Enabled isEnabled={webhook.is_enabled} />
      {webhook.disabled_reason !== null && <span className="hint">{disabledText(webhook)}</span>}
    </div>
  );
}

type AnswerProps = Pick<WebhookCheckOutcome, 'status' | 'duration_ms' | 'failure' | 'failure_code' | 'failure_params' | 'response'>;

/** The receiver's answer, or the reason why there is none. */
export function Answer({ outcome }: { outcome: AnswerProps }) {
  const { status, duration_ms, failure, response } = outcome;
  const texts = useTexts(webhooksTexts);
  const { number } = useFormat();
  return (
    <>
      {failure !== null && <p className="wrong">{failureText(outcome)}</p>}
      {failure === null && status !== null && <p>{texts.answer(status, number(duration_ms))}</p>}
      {response !== null && response.body !== '' && <pre className="code">{response.body}</pre>}
    </>
  );
}

/** Sends a void event, and shows what came of it. */
export function CheckButton({ target, look = 'plain' }: { target: WebhookCheck; look?: Look }) {
  const texts = useTexts(webhooksTexts);
  const { gid } = useOrganization();
  const [outcome, setOutcome] = useState<WebhookCheckOutcome>();
  const check = useAction(async () => setOutcome(await api.checkWebhook(gid, target)));
  return (
    <>
      <Button look={look} isBusy={check.isBusy} onClick={() => check.run()}>
        {texts.check}
      </Button>
      {outcome !== undefined && <Outcome outcome={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  );
}

function Outcome({ outcome, onClose }: { outcome: WebhookCheckOutcome; onClose: () => void }) {
  const texts = useTexts(webhooksTexts);
  return (
    <Dialog title={texts.checkTitle} onClose={onClose}>
      <p>
        <Badge tone={outcome.is_delivered ? 'good' : 'wrong'}>{outcome.is_delivered ? texts.checkOk : texts.checkFailed}</Badge>
      </p>
      <Answer outcome={outcome} />
      <div className="actions">
        <Button onClick={onClose}>{useTexts(kitTexts).close}</Button>
      </div>
    </Dialog>
  );
}
