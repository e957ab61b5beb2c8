import type { EventHandlers } from '@partner-ordering/service';
import { follows, type Followed, type FollowedFacts } from '../../generated/events.ts';
import { onMessagesUnseen } from './project.messages_unseen.ts';
import { onOrganizationState } from './organization.state.ts';
import { webhookEventHandler } from './webhook-event-consumer.ts';
import { onUserState } from './user.state.ts';

const types = Object.values(follows.facts).flatMap((facts) => facts.types as readonly (keyof FollowedFacts)[]);

/** The handlers of this service, by event type. All facts with webhooks have the same one. */
export function handlers(options: { mailsStaff: boolean }) {
  const onWebhookEvent = webhookEventHandler(options);
  return {
    ...(Object.fromEntries(types.map((type) => [type, onWebhookEvent])) as EventHandlers<FollowedFacts>),
    'project.messages_unseen': onMessagesUnseen,
    'organization.state': onOrganizationState,
    'user.state': onUserState,
  } satisfies EventHandlers<Followed>;
}
