import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Where finished documents go. */
export interface DocumentStore {
  /** Stores a PDF, over one of the same path, and answers its stable address. It is durable when this resolves. */
  put(path: string, content: Buffer): Promise<{ url: string }>;
}

/** A folder of this machine; the address is the one under which the files service gives it out. */
export const diskDocuments = ({ folder, issuer }: { folder: string; issuer: string }): DocumentStore => ({
  put: async (path, content) => {
    await mkdir(folder, { recursive: true });
    const unfinished = join(folder, `.${path}.${process.pid}`);
    const file = await open(unfinished, 'w');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, path));
    return { url: `${issuer}/v1/storage/${path}` };
  },
});
