import { created, formFault, ProtocolRefusal, withSlot } from '@partner-ordering/http';
import { Slots } from '@partner-ordering/kernel';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { Operations } from '../../generated/operations.ts';
import { beginUpload, cancelReservation } from '../domain/forms/use-form.ts';
import { recordReceived } from '../domain/record-upload.ts';
import { readForm } from '../storage/read-form.ts';
import type { ReceivedUpload } from '../storage/storage.ts';

const faultOf = formFault(document, { path: '/v1/storage', method: 'post' }, 'multipart/form-data');

/** Uploads of a user that arrive at the same time. */
const uploads = new Slots(16);

export const uploadFile: Operations['uploadFile'] = async (context) => {
  const { incoming, headers, now, database } = context;
  const { endpoint } = context.storage;
  if (!endpoint) throw new ProtocolRefusal({ status: 403, message: 'Files are uploaded to the address in the upload form' });
  const bytes = Number(headers['content-length'] ?? Infinity);
  const discard = async (received: ReceivedUpload): Promise<void> => {
    await received.discard();
    await cancelReservation(database, received.path);
  };
  const upload = await readForm(
    { incoming, headers },
    {
      faultOf,
      take: async (fields, file) => {
        const granted = endpoint.granted(fields, now);
        return withSlot(uploads, granted.uploader, async () => {
          const grant = await beginUpload(context, granted, { now, bytes });
          return endpoint.receive(grant, file).catch(async (error: unknown) => {
            await cancelReservation(database, grant.path);
            throw error;
          });
        });
      },
      discard,
    },
  );
  await recordReceived(context, upload).finally(() => discard(upload));
  return created(`/v1/storage/${upload.path}`);
};
