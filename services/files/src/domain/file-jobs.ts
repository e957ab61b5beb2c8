import type { Transaction } from '@partner-ordering/data';

/** The jobs of this service, and their data. */
export interface FileJobs {
  keep_upload: { path: string };
  /** `by` is the gid of the user who first asked for one. */
  make_variations: { path: string; by: string };
  end_upload_forms: Record<string, never>;
  remove_orphans: Record<string, never>;
  remove_unused_uploads: Record<string, never>;
}

/** The writes of a job in the transaction that ends it. */
export type Recording = ((tx: Transaction) => Promise<void>) | undefined;
