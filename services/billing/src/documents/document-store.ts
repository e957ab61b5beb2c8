import type { CallableServices } from '@partner-ordering/service-client';

/** A document that belongs to a resource. */
export interface StoredDocument {
  path: string;
  /** Path of the resource: whoever sees it may read the document. */
  holder: string;
  /** The name under which it is downloaded. */
  name: string;
  content: Buffer;
}

/** A store for finished PDFs. */
export interface DocumentStore {
  /** Stores a PDF, replacing one with the same path, and answers its stable address. It is durable when this resolves. */
  put(document: StoredDocument): Promise<{ url: string }>;
}

/** How long a document waits for the files service, as long as one attempt may take there; after that the job is tried again. */
const STORE_LIMIT_MS = 10_000;

/** The files service as a document store. */
export const filesService = (services: (timeoutMs: number) => CallableServices<'billing'>): DocumentStore => ({
  put: ({ content, ...document }) =>
    services(STORE_LIMIT_MS).files.storeDocument({
      ...document,
      content_type: 'application/pdf',
      content: content.toString('base64'),
    }),
});
