export { guardedClient, type GuardedAnswer, type GuardedClient, type GuardedClientOptions, type GuardedRequest } from './guarded-client.ts';
export { OutboundRefusal, type RefusalKind } from './refusal.ts';
export { type Resolve } from './resolving.ts';
