import { principalNow } from '@partner-ordering/auth';
import { readOne } from '@partner-ordering/data';
import { notFound } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/internal/operations.ts';
import { archivedFiles } from '../domain/project/archived-files.ts';
import { projects } from '../resources/projects.ts';

export const listProjectFiles: Operations['listProjectFiles'] = async ({ query: { project: gid, user }, database }) => {
  const principal = await principalNow(database, user);
  if (!principal) throw notFound('project');
  const project = JSON.parse(await readOne(database, projects, { gid, principal, fields: ['short_code'] })) as { short_code: string };
  return { ...project, files: await archivedFiles(database, gid) };
};
