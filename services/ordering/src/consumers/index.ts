import type { EventHandlers } from '@partner-ordering/http';
import type { Followed } from '../../generated/events.ts';
import { onReceiptState } from './receipt.state.ts';

/** What this service does when another one publishes, by event type. */
export const handlers = { 'receipt.state': onReceiptState } satisfies EventHandlers<Followed>;
