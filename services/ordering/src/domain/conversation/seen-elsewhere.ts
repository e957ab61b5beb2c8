import { unavailable } from '@partner-ordering/kernel';
import type { ResourceVisibility } from '@partner-ordering/http';
import type { CallableServices } from '@partner-ordering/service-client';

/** A service that tells which of its resources somebody sees. */
type SeeingService = Pick<CallableServices<'ordering'>['catalog'], 'findVisible'>;

/** All of them. If one is not asked, this does not compile. */
export type SeeingServices = {
  [Name in keyof CallableServices<'ordering'> as CallableServices<'ordering'>[Name] extends SeeingService ? Name : never]: SeeingService;
};

/** Whether this service has what a canonical uri names, so that it asks nobody who sees it. */
export const isOwn = (uri: string): boolean => /^\/v1\/(projects|works|workers|reviews|comments)\//.test(uri);

/** Whether a canonical uri names something of a project. Whoever sees the project sees the comments on it. */
export const isInProject = (uri: string): boolean => /^\/v1\/(projects|works)\//.test(uri);

/** What notifications has. Nobody else is asked about it, and notifications about nothing else. */
const ofWebhooks = /^\/v1\/orgs\/[^/]+\/webhooks\//;

/** What other services say of up to 100 uris for a user. Throws `unavailable` if one that may have a uri is silent and no other has it. */
export async function seenElsewhere(
  { billing, catalog, identity, notifications }: SeeingServices,
  user: string,
  uris: readonly string[],
): Promise<Map<string, ResourceVisibility>> {
  const questions = [billing, catalog, identity, notifications].map((service) => ({
    service,
    its: uris.filter((uri) => ofWebhooks.test(uri) === (service === notifications)),
  }));
  const answers = await Promise.allSettled(
    questions.map(({ service, its }) => (its.length > 0 ? service.findVisible({ user, uris: its }) : { resources: [] })),
  );
  const seen = new Map<string, ResourceVisibility>();
  for (const answer of answers)
    if (answer.status === 'fulfilled')
      for (const { uri, ...visibility } of answer.value.resources) if (visibility.exists) seen.set(uri, visibility);
  for (const [index, answer] of answers.entries())
    if (answer.status === 'rejected' && questions[index]!.its.some((uri) => !seen.has(uri))) throw unavailable(answer.reason);
  return seen;
}
