import type { EventHandlers } from '@partner-ordering/http';
import { follows, type Followed, type FollowedFacts } from '../../generated/events.ts';
import { onOrganizationState } from './organization.state.ts';
import { onWebhookEvent } from './webhook-event-consumer.ts';
import { onUserState } from './user.state.ts';

const told = Object.values(follows.facts).flatMap(({ types }) => types as readonly (keyof FollowedFacts)[]);

/** The handlers of the events that this service consumes, by event type: all facts that partners are told of have the same one. */
export const handlers = {
  ...(Object.fromEntries(told.map((type) => [type, onWebhookEvent])) as EventHandlers<FollowedFacts>),
  'organization.state': onOrganizationState,
  'user.state': onUserState,
} satisfies EventHandlers<Followed>;
