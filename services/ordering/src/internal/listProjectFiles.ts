import { principalNow } from '@partner-ordering/auth';
import { readOne } from '@partner-ordering/data';
import { withReadRepair } from '@partner-ordering/http';
import { notFound, rightsOf } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/internal/operations.ts';
import { archivedFiles } from '../domain/project/project-file.ts';
import { projects } from '../resources/projects.ts';

export const listProjectFiles: Operations['listProjectFiles'] = async ({ query: { project: gid, user, path }, database }) =>
  withReadRepair([rightsOf({ user })], async () => {
    const principal = await principalNow(database, user);
    if (!principal) throw notFound(projects.noun);
    const project = JSON.parse(await readOne(database, projects, { gid, principal, fields: ['short_code'] })) as { short_code: string };
    return { ...project, files: await archivedFiles(database, gid, path) };
  });
