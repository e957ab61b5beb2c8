import type { Ask } from '@partner-ordering/http';

/** A document of a resource. */
export interface StoredDocument {
  path: string;
  /** Path of the resource: whoever sees it may read the document. */
  holder: string;
  /** As it is downloaded. */
  name: string;
  content: Buffer;
}

/** Where finished PDFs go. */
export interface DocumentStore {
  /** Stores a PDF, over one of the same path, and answers its stable address. It is durable when this resolves. */
  put(document: StoredDocument): Promise<{ url: string }>;
}

/** The files service. */
export const filesService = (ask: Ask): DocumentStore => ({
  put: ({ content, ...document }) =>
    ask('files', '/internal/documents', { ...document, content_type: 'application/pdf', content: content.toString('base64') }),
});
