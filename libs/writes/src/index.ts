export { ATTACHMENT, attachmentsOf, imageIn } from './attachments.ts';
export { Publications, type PublishedState, stateOfRow, stateSource, type StateSource } from './publications.ts';
export { type AnyWebhookPayloads, part, type PayloadPart, type WebhookPayload, type WebhookPayloads } from './webhook-payload.ts';
export {
  type Additions,
  type AddJob,
  JobQueue,
  noAdditions,
  recordChanges,
  type Recorder,
  runWrite,
  toolsOf,
  writeAlone,
  type WriteRuntime,
  type WriteTools,
} from './write.ts';
