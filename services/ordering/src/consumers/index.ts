import type { EventHandlers } from '@partner-ordering/service';
import type { Followed } from '../../generated/events.ts';
import { onMembershipState } from './membership.state.ts';
import { onReceiptState } from './receipt.state.ts';
import { onUserState } from './user.state.ts';

/** The handlers of the events that this service consumes, by event type. */
export const handlers = {
  'membership.state': onMembershipState,
  'receipt.state': onReceiptState,
  'user.state': onUserState,
} satisfies EventHandlers<Followed>;
