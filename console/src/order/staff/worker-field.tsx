import type { WorkerReference } from '@partner-ordering/client';
import { api } from '../../api/client.ts';
import { GidField, useAll } from '../../kit/choose.tsx';
import { useTexts } from '../../text/language.tsx';
import { staffOrderTexts } from './texts.ts';

/** One of all creatives, by name. */
export function WorkerField({ value }: { value?: WorkerReference | undefined }) {
  const workers = useAll<WorkerReference>('workers', (options) =>
    api.listWorkers({ orderBy: 'full_name', sort: 'asc', limit: 100 }, options),
  );
  return (
    <GidField name="worker.gid" label={useTexts(staffOrderTexts).worker} of={workers} nameOf={({ full_name }) => full_name} value={value} />
  );
}
