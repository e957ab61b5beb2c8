/** The jobs of this service, and what they are told. */
export interface FileJobs {
  keep_upload: { path: string };
  remove_orphans: Record<string, never>;
  remove_unused_uploads: Record<string, never>;
}
