import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { removeComments } from '../domain/conversation/lost-comments.ts';
import { workers } from '../resources/workers.ts';

export const deleteWorker: Operations['deleteWorker'] = async ({ path, principal, now, tx, load, addJob }) => {
  const worker = await load(workers, path.gid);
  worker.mustBeWritable(principal, 'delete');
  tx.em.remove(worker);
  await removeComments(tx, addJob, { uri: workers.href(worker.gid), writtenUntil: now });
  return noContent();
};
