import { randomInt } from 'node:crypto';

/** Without 0, 1, I, L and O, which are easily mistaken for each other. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;

/** A short code for a project, to use in speech and mail. A constraint of the database keeps it unique. */
export const newShortCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
