import type { EventHandlers } from '@partner-ordering/service';
import { follows, type Followed, type FollowedFacts } from '../../generated/events.ts';
import { onMessagesUnseen } from './project.messages_unseen.ts';
import { onOrganizationState } from './organization.state.ts';
import { onWebhookEvent } from './webhook-event-consumer.ts';
import { onUserState } from './user.state.ts';

const types = Object.values(follows.facts).flatMap((facts) => facts.types as readonly (keyof FollowedFacts)[]);

/** The handlers of this service, by event type. All facts with webhooks have the same one. */
export const handlers = {
  ...(Object.fromEntries(types.map((type) => [type, onWebhookEvent])) as EventHandlers<FollowedFacts>),
  'project.messages_unseen': onMessagesUnseen,
  'organization.state': onOrganizationState,
  'user.state': onUserState,
} satisfies EventHandlers<Followed>;
