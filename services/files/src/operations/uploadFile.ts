import { created, formFault, HttpError } from '@partner-ordering/http';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { Operations } from '../../generated/operations.ts';
import type { FormParts } from '../domain/forms/give-form.ts';
import { beginUpload, giveBack } from '../domain/forms/use-form.ts';
import { recordReceived } from '../domain/record-upload.ts';
import { readForm } from '../storage/read-form.ts';
import type { ArrivingFile, ReceivedUpload, StorageEndpoint, UploadGrant } from '../storage/storage.ts';

const faultOf = formFault(document, { path: '/v1/storage', method: 'post' }, 'multipart/form-data');

export const uploadFile: Operations['uploadFile'] = async ({ incoming, headers, now, database, imageLimits, quotas, storage }) => {
  const { endpoint } = storage;
  if (!endpoint) throw new HttpError(403, 'Files are uploaded to the address in the upload form');
  const parts = { database, storage, quotas };
  const bytes = Number(headers['content-length'] ?? Infinity);
  const discard = async (taken: ReceivedUpload): Promise<void> => {
    await taken.discard();
    await giveBack(parts, taken.path);
  };
  const upload = await readForm(
    { incoming, headers },
    {
      faultOf,
      take: async (fields, file) =>
        received(parts, endpoint, await beginUpload(parts, endpoint.granted(fields, now), { now, bytes }), file),
      discard,
    },
  );
  await recordReceived({ database, imageLimits }, upload, now).finally(() => discard(upload));
  return created(`/v1/storage/${upload.path}`);
};

/** Receives the file of a form that is in use. */
async function received(parts: FormParts, endpoint: StorageEndpoint, grant: UploadGrant, file: ArrivingFile): Promise<ReceivedUpload> {
  try {
    return await endpoint.receive(grant, file);
  } catch (error) {
    await giveBack(parts, grant.path);
    throw error;
  }
}
