import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { removeComments } from '../domain/conversation/nested-comments.ts';
import { works } from '../resources/works.ts';
import { loadWork } from './loading/load-work.ts';

export const deleteWork: Operations['deleteWork'] = async (context) => {
  const { path, principal, tx } = context;
  const { work, project } = await loadWork(context, path.gid);
  work.mustBeWritable(principal, project, 'delete');
  tx.em.remove(work);
  await removeComments(tx, works.href(work.gid));
  return noContent();
};
