import { createService, type Extension, type Service, type ServiceConfig } from '@partner-ordering/service';
import { DomainRefusal } from '@partner-ordering/kernel';
import internalDocument from '../generated/internal/openapi.json' with { type: 'json' };
import { createRouter as createInternalRouter } from '../generated/internal/router.ts';
import document from '../generated/openapi.json' with { type: 'json' };
import { follows } from '../generated/events.ts';
import { createRouter } from '../generated/router.ts';
import type { Dependencies } from './context.ts';
import { faults } from './faults.ts';
import { FileSchema } from './domain/file.ts';
import { IssuedFormSchema, UPLOAD_MS } from './domain/forms/issued-form.ts';
import type { Quotas } from './domain/forms/quotas.ts';
import { internalOperations } from '../generated/internal/operation-index.ts';
import { jobs } from './jobs/index.ts';
import { migrations } from './migrations.ts';
import { operations } from '../generated/operation-index.ts';
import type { StorageLocation } from './environment.ts';
import { diskStorage } from './storage/disk-storage.ts';
import { signer } from './storage/signatures.ts';
import type { Storage } from './storage/storage.ts';

/** Configuration of this service, besides the common one. */
export type FilesConfig = ServiceConfig & { storage: StorageLocation; quotas: Quotas };

/** Files, the signed addresses they are read from, and images. */
export async function createFiles(config: FilesConfig): Promise<Service> {
  const storage = await storageAt(config);
  return createService(
    {
      name: 'files',
      document,
      createRouter,
      internal: { document: internalDocument, createRouter: (routes) => createInternalRouter(internalOperations, routes) },
      operations,
      resources: {},
      entities: [FileSchema, IssuedFormSchema],
      migrations,
      states: [],
      follows,
      jobs: jobs(storage),
      constraints: { file_pkey: faults.form_already_used('key') },
      requestTimeoutMs: UPLOAD_MS,
      extend: ({ write }) => extension(config, storage, write),
    },
    config,
  );
}

/** Loads the S3 adapter only for a bucket, as its client takes 35 MiB. */
export async function storageAt(config: Pick<FilesConfig, 'storage' | 'issuer' | 'clock' | 'log'>): Promise<Storage> {
  const { storage, issuer, clock, log } = config;
  if ('folder' in storage) {
    const onError = (err: unknown): void => log.warn({ err }, 'The signing keys were not taken over');
    return diskStorage({ folder: storage.folder, issuer, signer: signer({ read: storage.signingKeys, onError }) });
  }
  const { s3Storage } = await import('./storage/s3-storage.ts');
  return s3Storage(storage.s3, clock);
}

function extension({ issuer, log, quotas }: FilesConfig, storage: Storage, write: Service['write']): Extension {
  return {
    dependencies: { storage, quotas, issuer, write } satisfies Dependencies,
    start: async () => {
      await storage.check().catch((error: unknown) => {
        if (!(error instanceof DomainRefusal)) throw error;
        // The service starts all the same: the storage may be back in a moment.
        log.warn({ err: error }, 'The storage does not answer');
      });
    },
  };
}
