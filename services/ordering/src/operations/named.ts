import { Failure, invalid, Unconfirmed, type Detail, type Resource } from '@partner-ordering/data';
import type { OperationTools } from '@partner-ordering/http';

/** Loads and locks what a body names; what is not there for the caller is a bad field (400), as the detail says. */
export async function loadNamed<Entity extends object>(
  { load }: Pick<OperationTools, 'load'>,
  resource: Resource<unknown, Entity>,
  gid: string,
  detail: Detail,
): Promise<Entity> {
  try {
    return await load(resource, gid);
  } catch (error) {
    if (error instanceof Unconfirmed && isNotFound(error.refusal)) throw new Unconfirmed(error.keys, invalid(detail));
    throw isNotFound(error) ? invalid(detail) : error;
  }
}

const isNotFound = (error: unknown): boolean => error instanceof Failure && error.kind === 'notFound';
