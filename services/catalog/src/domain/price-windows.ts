/** When a price is valid: from a moment on, until just before another one; null is no limit. */
export interface Validity {
  validFrom: Date | null;
  validUntil: Date | null;
}

/** Whether a price is valid at a moment. */
export const isValidAt = ({ validFrom, validUntil }: Validity, at: Date): boolean =>
  (validFrom === null || validFrom <= at) && (validUntil === null || at < validUntil);

/** Whether two prices are valid at the same moment. */
export const overlaps = (one: Validity, other: Validity): boolean => beginsBeforeEnd(one, other) && beginsBeforeEnd(other, one);

const beginsBeforeEnd = ({ validFrom }: Validity, { validUntil }: Validity): boolean =>
  validFrom === null || validUntil === null || validFrom < validUntil;
