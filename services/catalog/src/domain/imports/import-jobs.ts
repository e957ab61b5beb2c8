/** The jobs of this service, with the data that each takes. */
export interface CatalogJobs {
  /** The gid of the import, and whether it may remove more than half of the prices. */
  import_prices: { gid: string; remove: boolean };
}
