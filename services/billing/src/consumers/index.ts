import type { EventHandlers } from '@partner-ordering/service';
import type { Followed } from '../../generated/events.ts';
import type { BillingSettings } from '../domain/bill-projects.ts';
import { onProjectState } from './project.state.ts';
import { onUserState } from './user.state.ts';

/** The handlers of the events that this service consumes, by event type. */
export const handlers = (billing: BillingSettings) =>
  ({ 'project.state': onProjectState(billing), 'user.state': onUserState }) satisfies EventHandlers<Followed>;
