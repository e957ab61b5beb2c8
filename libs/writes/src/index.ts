export { ATTACHMENT, attachmentsOf, imageIn } from './attachments.ts';
export {
  type AnyWebhookPayloads,
  part,
  type PayloadPart,
  Publications,
  type PublishedState,
  stateOfRow,
  stateSource,
  type StateSource,
  type WebhookPayload,
  type WebhookPayloads,
} from './publications.ts';
export * from './write.ts';
