import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Worker } from '../domain/contest/worker.ts';
import { workers } from '../resources/workers.ts';

export const createWorker: Operations['createWorker'] = async ({ body, principal, now, tx, files }) => {
  const worker = Worker.create(principal, body, now);
  if (body.avatar !== undefined) worker.show(files('avatar')[0], body.avatar);
  tx.em.persist(worker);
  return created(workers.href(worker.gid));
};
