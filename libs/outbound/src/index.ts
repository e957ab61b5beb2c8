export { guardedClient, type GuardedAnswer, type GuardedClient } from './guarded-client.ts';
export { OutboundRefusal } from './refusal.ts';
export { type Resolve } from './resolving.ts';
