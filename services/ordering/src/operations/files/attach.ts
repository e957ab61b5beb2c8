import { type Detail, invalid } from '@partner-ordering/kernel';
import type { OperationTools } from '@partner-ordering/http';
import type { AttachedFile } from '../../../generated/models.ts';
import { mustKnowUser } from '../../domain/replicas/known-user.ts';
import { ProjectFile, type FileDescription, type FileTarget } from '../../domain/project/project-file.ts';
import { projects } from '../../resources/projects.ts';

/** A file as a body names it, and the field that does. */
interface NamedFile {
  field: string;
  url: string;
}

/** The files of a list of the body. */
export const listed = (list: string, files: readonly AttachedFile[] = []): NamedFile[] =>
  files.map(({ url }, index) => ({ field: `${list}.${index}.url`, url }));

/** Answer of the files service to a claim: all files, or why none. */
interface AttachAnswer {
  files: FileDescription[];
  refused: { given: string; message: string }[];
}

/**
 * Claims files for a resource that may be about to be made, in whose address `{path}` stands for each file's path; null only asks. 400
 * names every file that the caller may not attach, or that is named twice. What comes before it in an operation runs twice: it belongs to its end.
 */
export async function claimFiles(
  { ask, principal }: Pick<OperationTools, 'ask' | 'principal'>,
  holder: string | null,
  named: readonly NamedFile[],
): Promise<FileDescription[]> {
  if (named.length === 0) return [];
  const question = { paths: named.map(({ url }) => url), holder, user: principal.user };
  const { files, refused } = await ask<AttachAnswer>('files', '/internal/claims', question);
  const reasons = new Map(refused.map(({ given, message }) => [given, message]));
  const details: Detail[] = named.flatMap(({ field, url }) => (reasons.has(url) ? [{ path: field, message: reasons.get(url)! }] : []));
  const paths = files.map(({ path }) => path);
  for (const [index, path] of paths.entries())
    if (paths.indexOf(path) < index) details.push({ path: named[index]!.field, message: 'is named before' });
  if (details.length > 0) throw invalid(...details);
  return files;
}

/** Attaches files to what is being written; whoever sees it reads them. */
export async function attach(context: OperationTools, place: FileTarget, named: readonly NamedFile[]): Promise<ProjectFile[]> {
  if (named.length === 0) return [];
  await mustKnowUser(context.tx, context.principal.user);
  const holder = holderOf(context, place);
  const files = (await claimFiles(context, holder, named)).map((file) => ProjectFile.attach(place, file, { ...context, holder }));
  files.forEach((file) => context.tx.em.persist(file));
  return files;
}

/** What can be taken away by itself belongs to a part of the project that is its own; attached again, it is another claim. */
function holderOf({ gid }: OperationTools, { kind, project, message }: FileTarget): string {
  return `${projects.href(project)}/${message === undefined ? `${kind}_files/{path}/${gid}` : `messages/${message}`}`;
}

/** Says after the commit that files no longer belong to what they were claimed for. Should it be lost, nobody reads them there all the same. */
export function release({ tell }: OperationTools, files: readonly Pick<ProjectFile, 'path' | 'holder'>[]): void {
  for (const [holder, of] of Map.groupBy(files, (file) => file.holder)) {
    tell('files', '/internal/releases', { holder, paths: of.map(({ path }) => path) });
  }
}
