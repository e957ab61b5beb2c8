import type { FileDescription } from '@partner-ordering/service-client';
import type { DomainContext } from '../../context.ts';
import { mustKnowUser } from '../../domain/replicas/replicas.ts';
import { ProjectFile, type FileTarget } from '../../domain/project/project-file.ts';

/** Attaches files to a project or message, whose viewers may read them. `context.files(field)` finds them. */
export async function attach(context: DomainContext, target: FileTarget, named: readonly FileDescription[]): Promise<ProjectFile[]> {
  if (named.length === 0) return [];
  await mustKnowUser(context.tx, context.principal.user);
  const files = named.map((file) => ProjectFile.attach(target, file, context));
  files.forEach((file) => context.tx.em.persist(file));
  return files;
}
