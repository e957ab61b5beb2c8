import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { loadWork } from './loading/load-work.ts';

export const updateWork: Operations['updateWork'] = async (context) => {
  const { path, body, principal, now } = context;
  const { work, project } = await loadWork(context, path.gid);
  work.update(principal, project, body, now);
  if (body.image !== undefined) work.show(context.files('image')[0] ?? null);
  return noContent();
};
