import { type Detail, invalid } from '@partner-ordering/kernel';
import type { FileDescription } from '@partner-ordering/neighbours';
import type { AttachedFile } from '../../../generated/models.ts';
import type { Tools } from '../../context.ts';
import { mustKnowUser } from '../../domain/replicas/known-user.ts';
import { ProjectFile, type FileTarget } from '../../domain/project/project-file.ts';
import { projects } from '../../resources/projects.ts';

/** A file that a body names, and the field in which it stands. */
interface NamedFile {
  field: string;
  url: string;
}

/** The files that a list in the body names. */
export const listed = (list: string, files: readonly AttachedFile[] = []): NamedFile[] =>
  files.map(({ url }, index) => ({ field: `${list}.${index}.url`, url }));

/**
 * Has the files service attach files to a resource, which may not be committed yet; `{path}` in `holder` stands for each file's path. 400
 * names every file that the caller may not attach or that is named twice. Call it last: the part of the operation before it runs twice.
 */
export async function attachTo(context: AskingTools, holder: string, named: readonly NamedFile[]): Promise<FileDescription[]> {
  return askToAttach(context, holder, named);
}

/** The same 400 for files that could not be attached, without attaching them. */
export async function mustBeAttachable(context: AskingTools, named: readonly NamedFile[]): Promise<void> {
  await askToAttach(context, null, named);
}

type AskingTools = Pick<Tools, 'neighbours' | 'principal'>;

async function askToAttach(
  { neighbours, principal }: AskingTools,
  holder: string | null,
  named: readonly NamedFile[],
): Promise<FileDescription[]> {
  if (named.length === 0) return [];
  const question = { paths: named.map(({ url }) => url), holder, user: principal.user };
  const { files, refused } = await neighbours.files.attachFiles(question);
  const reasons = new Map(refused.map(({ given, message }) => [given, message]));
  const details: Detail[] = named.flatMap(({ field, url }) => (reasons.has(url) ? [{ path: field, message: reasons.get(url)! }] : []));
  const paths = files.map(({ path }) => path);
  for (const [index, path] of paths.entries())
    if (paths.indexOf(path) < index) details.push({ path: named[index]!.field, message: 'is named before' });
  if (details.length > 0) throw invalid(...details);
  return files;
}

/** Attaches files to a project or message: whoever sees it may read them. */
export async function attach(context: Tools, target: FileTarget, named: readonly NamedFile[]): Promise<ProjectFile[]> {
  if (named.length === 0) return [];
  await mustKnowUser(context.tx, context.principal.user);
  const holder = holderOf(context, target);
  const files = (await attachTo(context, holder, named)).map((file) => ProjectFile.attach(target, file, { ...context, holder }));
  files.forEach((file) => context.tx.em.persist(file));
  return files;
}

/** A file that can be detached alone has a holder of its own, which ends with the request's gid: attached again, it gets another one. */
function holderOf({ gid }: Tools, { kind, project, message }: FileTarget): string {
  return `${projects.href(project)}/${message === undefined ? `${kind}_files/{path}/${gid}` : `messages/${message}`}`;
}

/** Has the files service detach files after the commit. If that message is lost, nobody reads the files there all the same. */
export function detach({ tell }: Tools, files: readonly Pick<ProjectFile, 'path' | 'holder'>[]): void {
  for (const [holder, of] of Map.groupBy(files, (file) => file.holder)) {
    tell(({ files: attached }) => attached.detachFiles({ holder, paths: of.map(({ path }) => path) }));
  }
}
