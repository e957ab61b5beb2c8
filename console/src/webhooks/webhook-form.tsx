import type { EventFilter, Webhook, WebhookUpdate } from '@partner-ordering/client';
import { useState } from 'react';
import { CheckField, TextField } from '../kit/fields.tsx';
import { Form, type FormValues, useFault } from '../kit/form.tsx';
import { useTexts } from '../text/language.tsx';
import { CheckButton } from './state.tsx';
import { filtersOf, groups, type EventGroup } from './events.ts';
import { webhooksTexts } from './texts.ts';

export type WebhookEntries = Required<Pick<WebhookUpdate, 'url' | 'description' | 'events'>>;

interface WebhookFormProps {
  /** The webhook to change; undefined adds a new one. */
  webhook?: Webhook;
  send: (webhook: WebhookEntries) => Promise<unknown>;
}

/** Adds a webhook, or changes one. */
export function WebhookForm({ webhook, send }: WebhookFormProps) {
  const texts = useTexts(webhooksTexts);
  const [url, setUrl] = useState(webhook?.url ?? '');
  return (
    <Form
      {...(webhook === undefined && { submit: texts.add, done: texts.added })}
      buttons={url.trim() !== '' && <CheckButton target={{ url: url.trim() }} />}
      onSubmit={(values) =>
        send({
          url: values.text('url'),
          description: values.text('description') || null,
          events: eventsIn(values),
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
        defaultValue={webhook?.url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <TextField name="description" label={texts.description} maxLength={255} defaultValue={webhook?.description ?? ''} />
      <EventChoice events={webhook?.events ?? null} />
    </Form>
  );
}

/** Which events a webhook gets: all (null), those of a group, or single ones. */
function EventChoice({ events }: { events: readonly string[] | null }) {
  const texts = useTexts(webhooksTexts);
  const [isAll, setAll] = useState(events === null);
  const fault = useFault('events');
  return (
    <fieldset className="field">
      <legend>{texts.events}</legend>
      <CheckField name="all_events" label={texts.allEvents} checked={isAll} onChange={() => setAll(!isAll)} />
      {groups.map((group) => (
        <Group key={group} group={group} events={events ?? ['project.*']} isHidden={isAll} />
      ))}
      {fault !== undefined && (
        <p className="wrong" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

function eventsIn({ isChecked, tickedValues }: FormValues): EventFilter[] | null {
  const chosen = tickedValues('events');
  const filters = groups.map(filtersOf).flatMap(({ all, each }) => [all, ...each]);
  return isChecked('all_events') ? null : filters.filter((filter) => chosen.includes(filter));
}

/** "All events" includes each event: the other boxes are then ticked and disabled, are not sent, and keep their state. */
function Group({ group, events, isHidden }: { group: EventGroup; events: readonly string[]; isHidden: boolean }) {
  const texts = useTexts(webhooksTexts);
  const { all, each } = filtersOf(group);
  const [ticked, setTicked] = useState(events);
  const isAll = ticked.includes(all);
  const toggle = (filter: string): void =>
    setTicked(ticked.includes(filter) ? ticked.filter((one) => one !== filter) : [...ticked, filter]);
  return (
    <details hidden={isHidden} open={[all, ...each].some((filter) => events.includes(filter))}>
      <summary>{group}</summary>
      <div className="event-names">
        {[all, ...each].map((filter) => (
          <label key={filter} className="check">
            <input
              type="checkbox"
              name="events"
              value={filter}
              disabled={isAll && filter !== all}
              checked={isAll || ticked.includes(filter)}
              onChange={() => toggle(filter)}
            />
            {filter === all ? texts.allOf : filter}
          </label>
        ))}
      </div>
    </details>
  );
}
