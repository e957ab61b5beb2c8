/** How much may be uploaded and kept. Bytes are those of stored files and those that open upload forms reserve. */
export interface Quotas {
  /** Bytes of one file. */
  uploadBytes: number;
  /** Bytes of the files of one user. */
  userBytes: number;
  /** Bytes of the files that count for one organization. */
  organizationBytes: number;
  /** Upload forms of one user that have not expired, but for those of the folder that were used. */
  userForms: number;
  /** The same of one organization. */
  organizationForms: number;
}

/**
 * 1 GiB, 20 GiB and 1 TiB. An open form reserves what may be uploaded with it, so an organization has room for a thousand without a size.
 */
export const defaultQuotas: Quotas = {
  uploadBytes: 1_073_741_824,
  userBytes: 21_474_836_480,
  organizationBytes: 1_099_511_627_776,
  userForms: 500,
  organizationForms: 10_000,
};

/** A form for less is of no use, unless its file is known to be smaller. */
export const LEAST_BYTES = 1_048_576;
