import type { FileDescription } from '@partner-ordering/service-client';
import type { DomainContext } from '../../context.ts';
import { removeComments } from '../../domain/conversation/nested-comments.ts';
import { ProjectFile } from '../../domain/project/project-file.ts';
import type { Project } from '../../domain/project/project.ts';
import { forgetAdditions } from '../../domain/project/project-seen.ts';
import { recordFact } from '../../domain/project/record.ts';
import { projects } from '../../resources/projects.ts';
import { attach } from './attach.ts';

/** Makes the files that the body names those of the brief, and answers whether this changes it. Files that stay keep their place. */
export async function replaceBriefFiles(context: DomainContext, project: Project): Promise<boolean> {
  const named = context.files('brief_files');
  const attached = await context.tx.em.find(ProjectFile, { projectGid: project.gid, kind: 'brief' });
  const namedPaths = new Set(named.map(({ path }) => path));
  const presentPaths = new Set(attached.map(({ path }) => path));
  const [removed, added] = [attached.filter(({ path }) => !namedPaths.has(path)), named.filter(({ path }) => !presentPaths.has(path))];
  await removeFromBrief(context, project, removed);
  await addToBrief(context, project, added);
  return removed.length + added.length > 0;
}

/** Adds files to the brief, and publishes an event for each. */
export async function addToBrief(context: DomainContext, project: Project, named: readonly FileDescription[]): Promise<void> {
  const files = await attach(context, { project: project.gid, kind: 'brief' }, named);
  if (files.length > 0) project.addedBy(context.principal, context.now);
  for (const { path } of files) recordFact(context, project, 'project.brief_file_added', { file: path });
}

/** Removes files from the brief with the comments on them, and publishes an event for each. */
export async function removeFromBrief(context: DomainContext, project: Project, files: readonly ProjectFile[]): Promise<void> {
  const { tx } = context;
  for (const file of files) {
    tx.em.remove(file);
    await removeComments(tx, `${projects.href(project.gid)}/brief_files/${file.path}`);
    recordFact(context, project, 'project.brief_file_removed', { file: file.path });
  }
  await forgetAdditions(tx, project, files);
}
