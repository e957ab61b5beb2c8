/** An import and whose prices it replaces. */
export interface RunningImport {
  gid: string;
  organization: string;
}
