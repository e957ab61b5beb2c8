import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { removeComments } from '../domain/conversation/nested-comments.ts';
import { workers } from '../resources/workers.ts';

export const deleteWorker: Operations['deleteWorker'] = async ({ path, principal, tx, load }) => {
  const worker = await load(workers, path.gid);
  worker.mustBeWritable(principal, 'delete');
  tx.em.remove(worker);
  await removeComments(tx, workers.href(worker.gid));
  return noContent();
};
