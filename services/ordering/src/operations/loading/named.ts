import { type Detail, Failure, invalid, PossiblyStale } from '@partner-ordering/kernel';
import type { Resource } from '@partner-ordering/data';
import type { OperationTools } from '@partner-ordering/http';

/** Loads and locks what a body names; what is not there for the caller is a bad field (400), as the detail says. */
export const loadNamed = <Entity extends object>(
  tools: Pick<OperationTools, 'load'>,
  resource: Resource<unknown, Entity>,
  gid: string,
  detail: Detail,
): Promise<Entity> => loadOr(tools, resource, gid, invalid(detail));

/** Loads and locks a resource; what is not there for the caller is refused as given instead of by its own 404. */
export async function loadOr<Entity extends object>(
  { load }: Pick<OperationTools, 'load'>,
  resource: Resource<unknown, Entity>,
  gid: string,
  refusal: Failure,
): Promise<Entity> {
  try {
    return await load(resource, gid);
  } catch (error) {
    if (error instanceof PossiblyStale && isNotFound(error.refusal)) throw new PossiblyStale(error.keys, refusal);
    throw isNotFound(error) ? refusal : error;
  }
}

const isNotFound = (error: unknown): boolean => error instanceof Failure && error.kind === 'notFound';
