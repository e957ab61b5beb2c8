import { unavailable } from '@partner-ordering/kernel';
import type { ResourceVisibility } from '@partner-ordering/http';
import type { CallableServices } from '@partner-ordering/service-client';

/** A service that tells which of its resources somebody sees. */
type SeeingService = Pick<CallableServices<'ordering'>['catalog'], 'findVisible'>;

/** All of them. If one is not asked, this does not compile. */
export type SeeingServices = {
  [Name in keyof CallableServices<'ordering'> as CallableServices<'ordering'>[Name] extends SeeingService ? Name : never]: SeeingService;
};

/** What the documents of this service begin with. What it has itself is not asked about elsewhere. */
const own = /^\/v1\/(projects|works|workers|reviews|comments)\//;

/** Whether this service itself tells who sees what a canonical uri names. */
export const isOwn = (uri: string): boolean => own.test(uri);

/** What belongs to a project, whose visibility is also that of the comments on it. */
const inProject = /^\/v1\/(projects|works)\//;

/** Whether the comments on what a canonical uri names are found by their project, so that nobody is asked about it. */
export const isInProject = (uri: string): boolean => inProject.test(uri);

/** What notifications has. Nobody else is asked about it, and notifications about nothing else. */
const ofWebhooks = /^\/v1\/orgs\/[^/]+\/webhooks\//;

const MAX_ASKED = 100;

/**
 * What other services say of these uris for a user. Throws `unavailable` when the silence of one that may have it leaves a no uncertain.
 */
export async function seenElsewhere(
  { billing, catalog, identity, notifications }: SeeingServices,
  user: string,
  uris: readonly string[],
): Promise<Map<string, ResourceVisibility>> {
  const services: SeeingServices = { billing, catalog, identity, notifications };
  const seen = new Map<string, ResourceVisibility>();
  for (let from = 0; from < uris.length; from += MAX_ASKED) {
    const asked = uris.slice(from, from + MAX_ASKED);
    const questions = Object.values(services).map((service) => ({
      service,
      its: asked.filter((uri) => ofWebhooks.test(uri) === (service === notifications)),
    }));
    const answers = await Promise.allSettled(
      questions.map(({ service, its }) => (its.length > 0 ? service.findVisible({ user, uris: its }) : { resources: [] })),
    );
    for (const answer of answers)
      if (answer.status === 'fulfilled')
        for (const { uri, ...visibility } of answer.value.resources) if (visibility.exists) seen.set(uri, visibility);
    for (const [index, answer] of answers.entries())
      if (answer.status === 'rejected' && questions[index]!.its.some((uri) => !seen.has(uri))) throw unavailable(answer.reason);
  }
  return seen;
}
