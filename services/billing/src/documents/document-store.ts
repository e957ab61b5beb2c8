import type { CallableServices } from '@partner-ordering/service-client';

/** A document that belongs to a resource. */
export interface StoredDocument {
  path: string;
  /** Path of the resource. Users who see the resource may read the document. */
  holder: string;
  /** The file name for downloads. */
  name: string;
  content: Buffer;
}

/** A store for finished PDFs. */
export interface DocumentStore {
  /** Stores a PDF durably and replaces one with the same path. Answers its stable address. */
  put(document: StoredDocument): Promise<{ url: string }>;
}

/** Timeout of a call, as long as one attempt may take in the files service. The job tries again later. */
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
