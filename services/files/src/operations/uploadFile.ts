import { created, formFault, HttpError } from '@partner-ordering/http';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { Operations } from '../../generated/operations.ts';
import { recordReceived } from '../domain/record-upload.ts';
import { readForm } from '../storage/read-form.ts';

const faultOf = formFault(document, { path: '/v1/storage', method: 'post' }, 'multipart/form-data');

export const uploadFile: Operations['uploadFile'] = async ({ incoming, headers, now, database, imageLimits, storage: { endpoint } }) => {
  if (!endpoint) throw new HttpError(403, 'Files are uploaded to the address in the upload form');
  const upload = await readForm(
    { incoming, headers },
    {
      faultOf,
      take: async (fields, file) => endpoint.receive(endpoint.granted(fields, now), file),
      discard: (taken) => taken.discard(),
    },
  );
  await recordReceived({ database, imageLimits }, upload, now).finally(() => upload.discard());
  return created(`/v1/storage/${upload.path}`);
};
