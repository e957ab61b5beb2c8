import { created, noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Worker } from '../domain/contest/worker.ts';
import { removeComments } from '../domain/conversation/nested-comments.ts';
import { workers } from '../resources/workers.ts';

export const createWorker: Operations['createWorker'] = async ({ body, principal, now, tx, files }) => {
  const worker = Worker.create(principal, body, now);
  if (body.avatar !== undefined) worker.show(files('avatar')[0], body.avatar);
  tx.em.persist(worker);
  return created(workers.href(worker.gid));
};

export const updateWorker: Operations['updateWorker'] = async ({ path, body, principal, now, load, files }) => {
  const worker = await load(workers, path.gid);
  worker.update(principal, body, now);
  if (body.avatar !== undefined) worker.show(files('avatar')[0], body.avatar);
  return noContent();
};

export const deleteWorker: Operations['deleteWorker'] = async ({ path, principal, tx, load }) => {
  const worker = await load(workers, path.gid);
  worker.mustBeWritable(principal, 'delete');
  tx.em.remove(worker);
  await removeComments(tx, workers.href(worker.gid));
  return noContent();
};
