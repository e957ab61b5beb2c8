import type { Database } from '@partner-ordering/data';
import type { Service } from '@partner-ordering/service';
import type { Storage } from '../storage/storage.ts';
import type { Quotas } from './forms/quotas.ts';

/** The dependencies of the domain's functions. */
export interface Parts {
  database: Database;
  storage: Storage;
  quotas: Quotas;
  /** `Service.write`: wakes the worker of a job that it adds. */
  write: Service['write'];
  now: Date;
}

export type StoredParts = Pick<Parts, 'database' | 'storage'>;
export type QuotaParts = Pick<Parts, 'database' | 'storage' | 'quotas'>;
/** Looking up a file may record its upload. */
export type FileLookup = Pick<Parts, 'database' | 'storage' | 'write' | 'now'>;
