import { v7, validate } from 'uuid';

/** A new identifier: UUIDv7, so that identifiers sort by creation (RFC 9562, section 5.7). */
export const newGid = (): string => v7();

/**
 * Whether a text can be an identifier at all; what is not one cannot be looked up and does not exist. Identifiers are opaque,
 * so another spelling of the same UUID, in capitals, is another text and no identifier of ours.
 */
export const isGid = (text: string): boolean => validate(text) && text === text.toLowerCase();
