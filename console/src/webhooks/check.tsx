import type { WebhookCheck, WebhookCheckOutcome } from '@partner-ordering/client';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Button, type Look } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Badge } from '../kit/page.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { useTexts } from '../text/language.tsx';
import { Answer } from './state.tsx';
import { webhooksTexts } from './texts.ts';

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
      {outcome !== undefined && <Outcome of={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  );
}

function Outcome({
  of: { is_delivered, status, duration_ms, failure, response },
  onClose,
}: {
  of: WebhookCheckOutcome;
  onClose: () => void;
}) {
  const texts = useTexts(webhooksTexts);
  return (
    <Dialog title={texts.checkTitle} onClose={onClose}>
      <p>
        <Badge tone={is_delivered ? 'good' : 'wrong'}>{is_delivered ? texts.checkOk : texts.checkFailed}</Badge>
      </p>
      <Answer {...{ status, duration_ms, failure, response }} />
      <div className="actions">
        <Button onClick={onClose}>{useTexts(kitTexts).close}</Button>
      </div>
    </Dialog>
  );
}
