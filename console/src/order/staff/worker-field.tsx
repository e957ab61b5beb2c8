import type { ListWorkersFields, WorkerReference } from '@partner-ordering/client';
import { api } from '../../api/client.ts';
import { GidField } from '../../kit/choose.tsx';
import { foundByName, OFFERED, type Choices } from '../../kit/found.ts';
import { useTexts } from '../../text/language.tsx';
import { staffOrderTexts } from './texts.ts';

const byName = { orderBy: 'full_name', sort: 'asc' } as const;

/** The query of the creatives that have this in their name. */
export const workersBy = (text = '') => (text === '' ? byName : { ...byName, where: (w: ListWorkersFields) => w.full_name.contains(text) });

const nameOf = ({ full_name }: WorkerReference): string => full_name;

const workerChoices: Choices<WorkerReference> = {
  collection: 'workers',
  search: (text, options) =>
    foundByName(text, nameOf, (where) =>
      api.listWorkers({ ...byName, limit: OFFERED, where: (w: ListWorkersFields) => where(w.full_name) }, options),
    ),
  nameOf,
};

/** One of all creatives. */
export function WorkerField({ value }: { value?: WorkerReference | undefined }) {
  return <GidField name="worker.gid" label={useTexts(staffOrderTexts).worker} of={workerChoices} value={value} />;
}
