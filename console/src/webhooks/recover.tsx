import type { Webhook } from '@partner-ordering/client';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { CheckField, TextField } from '../kit/fields.tsx';
import { FormButton } from '../kit/form-dialog.tsx';
import { useTexts } from '../text/language.tsx';
import { webhooksTexts } from './texts.ts';

/** Sends again what a webhook has missed. */
export function RecoverButton({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(webhooksTexts);
  const { gid } = useOrganization();
  return (
    <FormButton
      label={texts.recover}
      text={texts.recoverText}
      done={texts.recovering}
      onSubmit={({ text, isChecked }) =>
        api.recoverDeliveries(gid, webhook.gid, {
          since: new Date(text('since')).toISOString(),
          include_unsent: isChecked('include_unsent'),
        })
      }
    >
      <TextField name="since" label={texts.from} type="datetime-local" defaultValue={yesterday()} required />
      <CheckField name="include_unsent" label={texts.unsent} />
    </FormButton>
  );
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** In the reader's time zone, as such an input takes it. */
function yesterday(): string {
  const now = new Date();
  return new Date(now.getTime() - DAY_MS - now.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}
