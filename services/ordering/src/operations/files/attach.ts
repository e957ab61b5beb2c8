import type { Tools } from '../../context.ts';
import { mustKnowUser } from '../../domain/replicas/known-user.ts';
import { ProjectFile, type FileTarget } from '../../domain/project/project-file.ts';

/**
 * Attaches the files that a field of the body names to a project or message: whoever sees it may read them. 400 names every file that the
 * caller may not name.
 */
export async function attach(context: Tools, target: FileTarget, field: string): Promise<ProjectFile[]> {
  const named = context.files(field);
  if (named.length === 0) return [];
  await mustKnowUser(context.tx, context.principal.user);
  const files = named.map((file) => ProjectFile.attach(target, file, context));
  files.forEach((file) => context.tx.em.persist(file));
  return files;
}
