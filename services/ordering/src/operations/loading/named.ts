import { type Detail, DomainRefusal, invalid } from '@partner-ordering/kernel';
import type { Resource } from '@partner-ordering/data';
import type { DomainContext } from '../../context.ts';

/** Loads and locks a resource that a body names. If it does not exist for the caller, the field is refused (400) with the given detail. */
export const loadNamed = <Entity extends object>(
  context: DomainContext,
  resource: Resource<unknown, Entity>,
  gid: string,
  detail: Detail,
): Promise<Entity> => loadOr(context, resource, gid, invalid(detail));

/** Loads and locks a resource. If it does not exist for the caller, throws `refusal` instead of the resource's own 404. */
export async function loadOr<Entity extends object>(
  { load }: DomainContext,
  resource: Resource<unknown, Entity>,
  gid: string,
  refusal: DomainRefusal,
): Promise<Entity> {
  try {
    return await load(resource, gid);
  } catch (error) {
    throw isNotFound(error) ? refusal.restingOn(error.restsOn) : error;
  }
}

const isNotFound = (error: unknown): error is DomainRefusal => error instanceof DomainRefusal && error.kind === 'notFound';
