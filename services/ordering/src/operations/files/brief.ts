import type { FileDescription } from '@partner-ordering/service-client';
import type { Tools } from '../../context.ts';
import { removeComments } from '../../domain/conversation/nested-comments.ts';
import { ProjectFile } from '../../domain/project/project-file.ts';
import type { Project } from '../../domain/project/project.ts';
import { recordFact } from '../../domain/project/record.ts';
import { projects } from '../../resources/projects.ts';
import { attach } from './attach.ts';

/** Makes the files that the body names those of the brief. Files that stay keep their place before the new ones. */
export async function replaceBriefFiles(context: Tools, project: Project): Promise<void> {
  const named = context.files('brief_files');
  const present = await context.tx.em.find(ProjectFile, { projectGid: project.gid, kind: 'brief' });
  const wanted = new Set(named.map(({ path }) => path));
  const presentPaths = new Set(present.map(({ path }) => path));
  for (const file of present) if (!wanted.has(file.path)) await removeFromBrief(context, project, file);
  await addToBrief(context, project, named.filter(({ path }) => !presentPaths.has(path))); // oxfmt-ignore
}

/** Adds files to the brief, and publishes an event for each. */
export async function addToBrief(context: Tools, project: Project, named: readonly FileDescription[]): Promise<void> {
  const files = await attach(context, { project: project.gid, kind: 'brief' }, named);
  for (const { path } of files) recordFact(context, project, 'project.brief_file_added', { file: path });
}

/** Removes a file from the brief with the comments on it, and publishes an event. */
export async function removeFromBrief(context: Tools, project: Project, file: ProjectFile): Promise<void> {
  const { tx } = context;
  tx.em.remove(file);
  await removeComments(tx, `${projects.href(project.gid)}/brief_files/${file.path}`);
  recordFact(context, project, 'project.brief_file_removed', { file: file.path });
}
