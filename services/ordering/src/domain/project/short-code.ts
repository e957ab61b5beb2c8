import { randomInt } from 'node:crypto';

/** Without 0, 1, I, L and O, which people confuse. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Eight characters to use in speech and mail. A constraint of the database keeps them unique. */
export function newShortCode(): string {
  let code = '';
  while (code.length < 8) code += ALPHABET[randomInt(ALPHABET.length)];
  return code;
}
