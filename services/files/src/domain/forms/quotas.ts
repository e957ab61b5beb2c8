/** The limits of uploads and stored bytes. Open upload forms count as stored bytes. */
export interface Quotas {
  uploadBytes: number;
  userBytes: number;
  organizationBytes: number;
}

/** 1 GiB, 20 GiB and 1 TiB: an organization has room for a thousand open forms without a size. */
export const defaultQuotas: Quotas = {
  uploadBytes: 1_073_741_824,
  userBytes: 21_474_836_480,
  organizationBytes: 1_099_511_627_776,
};

/** Upload forms that have not expired; those of a folder leave with their upload. */
export const MAX_USER_FORMS = 500;
export const MAX_ORGANIZATION_FORMS = 10_000;

/** A form for less is of no use, unless its file is known to be smaller. */
export const LEAST_BYTES = 1_048_576;
