import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { workers } from '../resources/workers.ts';

export const updateWorker: Operations['updateWorker'] = async ({ path, body, principal, now, load, files }) => {
  const worker = await load(workers, path.gid);
  worker.update(principal, body, now);
  if (body.avatar !== undefined) worker.show(files('avatar')[0], body.avatar);
  return noContent();
};
