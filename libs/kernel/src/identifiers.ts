import { NIL, v7, validate } from 'uuid';

const BYTES_EACH = 16;
/** For many identifiers: a system call for each costs more than the rest of it. */
const randomBlock = new Uint8Array(128 * BYTES_EACH);
let usedBytes = randomBlock.length;
/** `uuid` counts only for identifiers whose random bytes it takes itself. */
const last = { msecs: 0, seq: 0 };

/** A new identifier: UUIDv7, so that identifiers of a process sort by creation (RFC 9562, sections 5.7 and 6.2, method 1). */
export function newGid(): string {
  if (usedBytes === randomBlock.length) {
    crypto.getRandomValues(randomBlock);
    usedBytes = 0;
  }
  const random = randomBlock.subarray(usedBytes, (usedBytes += BYTES_EACH));
  const msecs = Math.max(Date.now(), last.msecs);
  // A millisecond begins at a random number below 2³¹, so 2³¹ identifiers fit in it.
  last.seq = msecs === last.msecs ? last.seq + 1 : new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  last.msecs = msecs;
  return v7({ random, msecs, seq: last.seq });
}

/** Whether a text can be an identifier. Identifiers are opaque: the same UUID in capitals is another text, and none of ours. */
export const isGid = (text: string): boolean => validate(text) && text === text.toLowerCase();

/** Comes before every identifier, and is nobody's (RFC 9562, section 5.9). */
export const NIL_GID = NIL;

/** Names a public state of another service: its type and its key there. */
export interface StateKey {
  type: string;
  key: string;
}

/** The name of a state: `organization/0198…`. */
export const stateName = ({ type, key }: StateKey): string => `${type}/${key}`;
