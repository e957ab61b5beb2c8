import type { DeliverySummary, Webhook, WebhookCheckOutcome } from '@partner-ordering/client';
import { Badge, Enabled } from '../kit/page.tsx';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { webhooksTexts } from './texts.ts';

const tones = { waiting: 'waits', delivered: 'good', failed: 'wrong', canceled: 'calm' } as const;

export function DeliveryState({ of: { status } }: { of: Pick<DeliverySummary, 'status'> }) {
  return <Badge tone={tones[status]}>{useTexts(webhooksTexts).statuses[status]}</Badge>;
}

/** Whether it gets events, and why not. */
export function WebhookState({ of: { is_enabled, disabled_reason } }: { of: Webhook }) {
  return (
    <div className="stacked">
      <Enabled is={is_enabled} />
      {disabled_reason !== null && <span className="hint">{disabled_reason}</span>}
    </div>
  );
}

/** What the receiver answered, or why it did not. */
export function Answer({
  status,
  duration_ms,
  failure,
  response,
}: Pick<WebhookCheckOutcome, 'status' | 'duration_ms' | 'failure' | 'response'>) {
  const texts = useTexts(webhooksTexts);
  const { number } = useFormat();
  return (
    <>
      <p>{status === null ? texts.noAnswer : texts.answer(status, number(duration_ms))}</p>
      {failure !== null && <p className="wrong">{failure}</p>}
      {response !== null && response.body !== '' && <pre className="code">{response.body}</pre>}
    </>
  );
}
