import type { EventHandlers } from '@partner-ordering/http';
import { follows, type FollowedFacts } from '../../generated/events.ts';
import { onToldFact } from './told-fact.ts';

const told = Object.values(follows.facts).flatMap(({ types }) => types as readonly (keyof FollowedFacts)[]);

/** The handlers of the events that this service consumes, by event type: all facts that partners are told of have the same one. */
export const handlers: EventHandlers<FollowedFacts> = Object.fromEntries(told.map((type) => [type, onToldFact]));
