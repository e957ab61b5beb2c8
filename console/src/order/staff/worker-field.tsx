import type { ListWorkersFields, WorkerReference } from '@partner-ordering/client';
import { api } from '../../api/client.ts';
import { GidField } from '../../kit/gid-field.tsx';
import { choicesByName, MAX_CHOICES } from '../../kit/choices.ts';
import { useTexts } from '../../text/language.tsx';
import { orderTexts } from '../texts.ts';

const sortByName = { orderBy: 'full_name', sort: 'asc' } as const;

/** The query of the creatives that have this in their name. */
export const workersBy = (text = '') =>
  text === '' ? sortByName : { ...sortByName, where: (w: ListWorkersFields) => w.full_name.contains(text) };

const workerChoices = choicesByName<WorkerReference>({
  collection: 'workers',
  nameOf: ({ full_name }) => full_name,
  read: (where, options) =>
    api.listWorkers({ ...sortByName, limit: MAX_CHOICES, where: (w: ListWorkersFields) => where(w.full_name) }, options),
});

/** One of all creatives. */
export function WorkerField({ value }: { value?: WorkerReference | undefined }) {
  return <GidField name="worker.gid" label={useTexts(orderTexts).worker} choices={workerChoices} value={value} />;
}
