import type { EventFilter } from '@partner-ordering/client';
import { useProblem } from '../kit/form.tsx';
import { useTexts } from '../text/language.tsx';
import { eventGroups, filtersOf, type EventGroup } from './events.ts';
import { webhooksTexts } from './texts.ts';

interface ChoiceProps {
  /** Null for all of them. */
  events: readonly EventFilter[] | null;
  onChange: (events: readonly EventFilter[] | null) => void;
}

/** Which events a webhook gets: all, those of a group, or single ones. */
export function EventChoice({ events, onChange }: ChoiceProps) {
  const texts = useTexts(webhooksTexts);
  const problem = useProblem('events');
  return (
    <fieldset className="events">
      <legend>{texts.events}</legend>
      <Tick label={texts.allEvents} isOn={events === null} onChange={(isOn) => onChange(isOn ? null : ['project.*'])} />
      {events !== null &&
        (Object.keys(eventGroups) as EventGroup[]).map((group) => <Group key={group} group={group} events={events} onChange={onChange} />)}
      {problem !== undefined && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function Group({ group, events, onChange }: { group: EventGroup; events: readonly EventFilter[]; onChange: ChoiceProps['onChange'] }) {
  const texts = useTexts(webhooksTexts);
  const { all, each } = filtersOf(group);
  const hasAll = events.includes(all);
  const others = events.filter((event) => event !== all && !each.includes(event));
  const chosen = each.filter((event) => events.includes(event));
  const choose = (event: EventFilter, isOn: boolean): void =>
    onChange([...others, ...each.filter((one) => (one === event ? isOn : chosen.includes(one)))]);
  return (
    <details>
      <summary>
        {texts.groups[group]} <span className="hint">{hasAll ? all : texts.chosen(chosen.length)}</span>
      </summary>
      <Tick label={texts.allOf} isOn={hasAll} onChange={(isOn) => onChange(isOn ? [...others, all] : others)} />
      <div className="event-names">
        {each.map((event) => (
          <Tick
            key={event}
            label={event}
            isOn={hasAll || chosen.includes(event)}
            isDisabled={hasAll}
            onChange={(isOn) => choose(event, isOn)}
          />
        ))}
      </div>
    </details>
  );
}

interface TickProps {
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

function Tick({ label, isOn, isDisabled = false, onChange }: TickProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} disabled={isDisabled} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}
