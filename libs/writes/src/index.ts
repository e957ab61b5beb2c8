export { type Additions, type AddJob, noAdditions, recordChanges, type Recorder, toolsOf, type WriteTools } from './additions.ts';
export { ATTACHMENT, attachmentsOf, imageIn } from './attachments.ts';
export { Publications, type PublishedState, stateOfRow, stateSource, type StateSource } from './publications.ts';
export { type AnyWebhookPayloads, part, type PayloadPart, type WebhookPayload, type WebhookPayloads } from './webhook-payload.ts';
export { JobQueue } from './job-queue.ts';
export { runWrite, writeAlone, type WriteRuntime } from './write.ts';
