import type { EventFilter, Webhook, WebhookUpdate } from '@partner-ordering/client';
import { useState } from 'react';
import { CheckField, TextField } from '../kit/fields.tsx';
import { Form } from '../kit/form.tsx';
import { useTexts } from '../text/language.tsx';
import { CheckButton } from './check.tsx';
import { EventChoice } from './event-choice.tsx';
import { webhooksTexts } from './texts.ts';

export type WebhookEntries = Required<Pick<WebhookUpdate, 'url' | 'description' | 'events' | 'is_enabled'>>;

interface WebhookFormProps {
  /** The one that is changed; a new one without. */
  webhook?: Webhook;
  send: (webhook: WebhookEntries) => Promise<unknown>;
}

/** Adds a webhook, or changes one. */
export function WebhookForm({ webhook, send }: WebhookFormProps) {
  const texts = useTexts(webhooksTexts);
  const [events, setEvents] = useState<readonly EventFilter[] | null>((webhook?.events as EventFilter[] | undefined) ?? null);
  const [url, setUrl] = useState(webhook?.url ?? '');
  return (
    <Form
      {...(webhook === undefined && { submit: texts.add, done: texts.added })}
      buttons={url.trim() !== '' && <CheckButton target={{ url: url.trim() }} />}
      onSubmit={({ text, isChecked }) =>
        send({
          url: text('url'),
          description: text('description') || null,
          events: events === null ? null : [...events],
          is_enabled: isChecked('is_enabled'),
        })
      }
    >
      <TextField
        name="url"
        label={texts.url}
        hint={texts.urlHint}
        inputMode="url"
        maxLength={2048}
        required
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <TextField
        name="description"
        label={texts.description}
        hint={texts.descriptionHint}
        maxLength={255}
        defaultValue={webhook?.description ?? ''}
      />
      <EventChoice events={events} onChange={setEvents} />
      <CheckField name="is_enabled" label={texts.isEnabled} defaultChecked={webhook?.is_enabled ?? true} />
    </Form>
  );
}
