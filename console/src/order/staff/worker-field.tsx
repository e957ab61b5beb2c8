import type { ListWorkersFields, WorkerReference } from '@partner-ordering/client';
import { api } from '../../api/client.ts';
import { GidField } from '../../kit/choose.tsx';
import { choicesByName, OFFERED } from '../../kit/found.ts';
import { useTexts } from '../../text/language.tsx';
import { orderTexts } from '../texts.ts';

const byName = { orderBy: 'full_name', sort: 'asc' } as const;

/** The query of the creatives that have this in their name. */
export const workersBy = (text = '') => (text === '' ? byName : { ...byName, where: (w: ListWorkersFields) => w.full_name.contains(text) });

const workerChoices = choicesByName<WorkerReference>({
  collection: 'workers',
  nameOf: ({ full_name }) => full_name,
  read: (where, options) => api.listWorkers({ ...byName, limit: OFFERED, where: (w: ListWorkersFields) => where(w.full_name) }, options),
});

/** One of all creatives. */
export function WorkerField({ value }: { value?: WorkerReference | undefined }) {
  return <GidField name="worker.gid" label={useTexts(orderTexts).worker} of={workerChoices} value={value} />;
}
