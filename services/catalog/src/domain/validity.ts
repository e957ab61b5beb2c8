import { type Detail, isFormattable, parseTime } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';

/** The validity of a price: its first moment, and the moment when it ends; null is no limit. */
export interface Validity {
  validFrom: Date | null;
  validUntil: Date | null;
}

/** The validity as a client sends it; undefined leaves it unchanged, null is no limit. */
interface ValidityFields {
  valid_from?: string | null;
  valid_until?: string | null;
}

/** The validity after a change. Adds a detail for an invalid time, and for an end that is not after the beginning. */
export function changedValidity(
  { validFrom, validUntil }: Validity,
  { valid_from: from, valid_until: until }: ValidityFields,
  details: Detail[],
): Validity {
  const changed = {
    validFrom: from === undefined ? validFrom : timeOf('valid_from', from, details),
    validUntil: until === undefined ? validUntil : timeOf('valid_until', until, details),
  };
  if (changed.validFrom && changed.validUntil && changed.validFrom >= changed.validUntil)
    details.push(
      until === undefined
        ? faults.end_not_after_start('valid_from', { field: 'valid_until' })
        : faults.end_not_after_start('valid_until', { field: 'valid_from' }),
    );
  return changed;
}

const timeOf = (path: string, text: string | null, details: Detail[]): Date | null =>
  text === null ? null : validityLimit(path, parseTime(text)?.at, details);

/** A time without the fraction of a second, which answers do not show. Adds a detail for an invalid time, or one without a text form. */
export function validityLimit(path: string, at: Date | undefined, details: Detail[]): Date | null {
  if (at && isFormattable(at)) return new Date(Math.floor(at.getTime() / 1000) * 1000);
  details.push(faults.wrong_format(path, { format: 'date_or_time' }));
  return null;
}

/** A detail that names the field by which a price overlaps another one with its key; none without an overlap. */
export function overlapDetails(validity: Validity, others: readonly Validity[]): Detail[] {
  const other = others.find((present) => overlaps(validity, present));
  if (!other) return [];
  const { validFrom, validUntil } = validity;
  if (!validFrom && !validUntil) return [faults.already_priced('options')];
  const beginsWithin = validFrom ? isValidAt(other, validFrom) : other.validFrom === null;
  return [beginsWithin ? faults.starts_within_other_price('valid_from') : faults.ends_within_other_price('valid_until')];
}

/** Whether a price is valid at a moment. */
const isValidAt = ({ validFrom, validUntil }: Validity, at: Date): boolean =>
  (validFrom === null || validFrom <= at) && (validUntil === null || at < validUntil);

/** Whether two prices are valid at the same moment. */
const overlaps = (one: Validity, other: Validity): boolean => beginsBeforeEnd(one, other) && beginsBeforeEnd(other, one);

const beginsBeforeEnd = ({ validFrom }: Validity, { validUntil }: Validity): boolean =>
  validFrom === null || validUntil === null || validFrom < validUntil;
