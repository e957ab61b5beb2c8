export { ATTACHMENT, attachmentsOf, imageIn } from './attachments.ts';
export { Publications, type PublishedState, stateOfRow, stateSource, type StateSource } from './publications.ts';
export { type AnyWebhookPayloads, part, type PayloadPart, type WebhookPayload, type WebhookPayloads } from './webhook-payload.ts';
export * from './write.ts';
