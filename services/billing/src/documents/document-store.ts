import type { Ask } from '@partner-ordering/http';

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

/** The files service as a document store. */
export const filesService = (ask: Ask): DocumentStore => ({
  put: ({ content, ...document }) =>
    ask('files', '/internal/documents', { ...document, content_type: 'application/pdf', content: content.toString('base64') }),
});
