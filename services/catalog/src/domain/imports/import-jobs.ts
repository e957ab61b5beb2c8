/** The jobs of this service, with the data that each takes. */
export interface CatalogJobs {
  /** The gid of the import. */
  import_prices: { gid: string };
}
