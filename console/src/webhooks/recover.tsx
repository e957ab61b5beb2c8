import type { Webhook } from '@partner-ordering/client';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { CheckField, TextField } from '../kit/fields.tsx';
import { FormButton } from '../kit/dialog.tsx';
import { inputOf, timeIn } from '../text/format.ts';
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
          since: timeIn(text('since'))!,
          include_unsent: isChecked('include_unsent'),
        })
      }
    >
      <TextField name="since" label={texts.from} type="datetime-local" step="any" defaultValue={inputOf(yesterday())} required />
      <CheckField name="include_unsent" label={texts.unsent} />
    </FormButton>
  );
}

const DAY_MS = 86_400_000;

const yesterday = (): string => new Date(Date.now() - DAY_MS).toISOString();
