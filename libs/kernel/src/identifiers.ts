import { NIL, v7, validate } from 'uuid';

/** A new identifier: UUIDv7, so that identifiers sort by creation (RFC 9562, section 5.7). */
export const newGid = (): string => v7();

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
