import { randomInt } from 'node:crypto';

/** No 0, 1, I, L, O: nothing that is easily taken for something else when read aloud. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const length = 8;

/** A code to name a project by in speech and mail; unique by the database's constraint. */
export const newShortCode = (random: (below: number) => number = randomInt): string =>
  Array.from({ length }, () => alphabet[random(alphabet.length)]).join('');
