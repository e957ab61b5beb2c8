import { v7, validate } from 'uuid';

/** A new identifier: UUIDv7, so that identifiers sort by creation (RFC 9562, section 5.7). */
export const newGid = (): string => v7();

/** Whether a text can be an identifier at all; what is not one cannot be looked up and does not exist. */
export const isGid = (text: string): boolean => validate(text);
