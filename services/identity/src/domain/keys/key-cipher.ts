import { rowCipher, type RowCipher } from '@partner-ordering/service';
import type { RereadOptions } from '@partner-ordering/kernel';

/** Encrypts private signing keys at rest; the first of the keys encrypts, all decrypt. */
export const keyCipher = (options: Omit<RereadOptions<never>, 'parse'>): RowCipher =>
  rowCipher({ ...options, name: 'SIGNING_KEY_ENCRYPTION_KEYS', use: 'partner-ordering signing keys', of: 'a signing key' });
