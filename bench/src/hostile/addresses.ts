// Who sends from where; all of 127.0.0.0/8 is this machine.

/** Works with projects. */
export const WORKS = '127.0.0.2';
/** Signs in. */
export const SIGNS_IN = '127.0.0.3';
/** Attacks, where an attack needs no more than one address. */
export const ATTACKER = '127.0.0.66';
/** An address of one of several attackers. */
export const attackerAt = (index: number): string => `127.0.0.${70 + index}`;
