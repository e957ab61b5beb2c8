import { unavailable } from '@partner-ordering/kernel';
import type { ResourceVisibility } from '@partner-ordering/http';
import type { CallableServices } from '@partner-ordering/service-client';

/** A service that answers which of its resources a user sees. */
type VisibilityService = Pick<CallableServices<'ordering'>['catalog'], 'findVisible'>;

/** All of these services. A missing one fails the compilation. */
export type VisibilityServices = {
  [
    Name in keyof CallableServices<'ordering'> as CallableServices<'ordering'>[Name] extends VisibilityService ? Name : never
  ]: VisibilityService;
};

/** Whether this service has the resource of a canonical uri, so that no other service is asked. */
export const isOwnUri = (uri: string): boolean => /^\/v1\/(projects|works|workers|reviews|comments)\//.test(uri);

/** Whether a canonical uri names a part of a project. Users who see the project see the comments on it. */
export const isInProject = (uri: string): boolean => /^\/v1\/(projects|works)\//.test(uri);

/** Resources of notifications. No other service is asked about them, and notifications about no others. */
const webhookUri = /^\/v1\/orgs\/[^/]+\/webhooks\//;

/**
 * Answers of other services on up to 100 uris for a user. Throws `unavailable` if one that may have a uri is silent and no other has it.
 */
export async function remoteVisibility(
  { billing, catalog, identity, notifications }: VisibilityServices,
  user: string,
  uris: readonly string[],
): Promise<Map<string, ResourceVisibility>> {
  const questions = [billing, catalog, identity, notifications].map((service) => ({
    service,
    possibleUris: uris.filter((uri) => webhookUri.test(uri) === (service === notifications)),
  }));
  const answers = await Promise.allSettled(
    questions.map(({ service, possibleUris }) =>
      possibleUris.length > 0 ? service.findVisible({ user, uris: possibleUris }) : { resources: [] },
    ),
  );
  const visibilities = new Map<string, ResourceVisibility>();
  for (const answer of answers)
    if (answer.status === 'fulfilled')
      for (const { uri, ...visibility } of answer.value.resources) if (visibility.exists) visibilities.set(uri, visibility);
  for (const [index, answer] of answers.entries())
    if (answer.status === 'rejected' && questions[index]!.possibleUris.some((uri) => !visibilities.has(uri)))
      throw unavailable(answer.reason);
  return visibilities;
}
