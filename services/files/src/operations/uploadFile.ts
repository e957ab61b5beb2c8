import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { contentOf } from '../domain/content.ts';
import { File } from '../domain/file.ts';
import { readForm } from '../storage/read-form.ts';

export const uploadFile: Operations['uploadFile'] = async ({ incoming, headers, now, database, storage }) => {
  const { grant, received, claimed } = await readForm(
    { incoming, headers },
    {
      take: async (fields, { content, ...named }) => {
        const allowed = storage.granted(fields, now);
        return { grant: allowed, received: await storage.receive(content, allowed.maxSizeBytes), claimed: named };
      },
      discard: (taken) => storage.discard(taken.received),
    },
  );
  try {
    const content = await contentOf(received.file, claimed);
    await database.transactional(async ({ em }) => {
      em.persist(File.upload(grant, { ...received, ...content, name: claimed.name }, now));
      // The second upload of a form stops here, so that it cannot replace the first.
      await em.flush();
      await storage.keep(received, grant.path);
    });
  } catch (error) {
    await storage.discard(received);
    throw error;
  }
  return created(`/v1/storage/${grant.path}`);
};
