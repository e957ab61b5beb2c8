import type { ApplicationSecret } from '@partner-ordering/client';
import { use, useState, type ReactNode } from 'react';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copyable.tsx';
import { CloseContext } from '../../kit/form.tsx';
import { useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { applicationsTexts } from './texts.ts';

interface SecretOrFormProps {
  /** A form that makes a secret. */
  children: (show: (secret: ApplicationSecret) => void) => ReactNode;
}

/** The dialog of such a form does not close once it is sent. */
export const stay = (): void => undefined;

/** Shows a secret in place of the form that made it: here alone, and never again. */
export function SecretOrForm({ children }: SecretOrFormProps) {
  const texts = useTexts(applicationsTexts);
  const { time } = useFormat();
  const close = use(CloseContext);
  const [secret, show] = useState<ApplicationSecret>();
  if (secret === undefined) return children(show);
  const { client_id, client_secret, previous_expires_at } = secret;
  return (
    <>
      <h3>{texts.clientId}</h3>
      <Copyable name={texts.clientId} value={client_id} />
      {client_secret !== null && (
        <>
          <h3>{texts.secret}</h3>
          <Copyable name={texts.secret} value={client_secret} />
          <p>{texts.secretText}</p>
        </>
      )}
      {previous_expires_at !== null && <p>{texts.previous(time(previous_expires_at))}</p>}
      <div className="actions">
        <Button look="main" onClick={close}>
          {texts.kept}
        </Button>
      </div>
    </>
  );
}
