import { isIP } from 'node:net';
import type { Application } from '../domain/application.ts';
import { placeOf } from '../domain/place.ts';
import type { OAuthRequest } from './form.ts';

/** Where a token request comes from. */
export interface Origin {
  place: string;
  /** The address is the end user's own, because the application says so and is believed. Otherwise many people may share it. */
  isEndUser: boolean;
}

const forwardedFor = (headers: OAuthRequest['headers']): string[] =>
  String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim());

/** The address that a request came from to the gateway, which adds it behind what the sender itself says. */
export const senderOf = (headers: OAuthRequest['headers']): string => forwardedFor(headers).at(-1)!;

/**
 * The place of a token request. The gateway says in `X-Forwarded-For` who has sent it, behind what the sender itself says: for which
 * address it asks. That is believed only of applications that are set up so.
 */
export function originOf({ gid, passesOnAddresses }: Application, { headers }: Pick<OAuthRequest, 'headers'>): Origin {
  const addresses = forwardedFor(headers);
  const [endUser, sender = ''] = addresses.length > 1 ? addresses.slice(-2) : [undefined, addresses[0]];
  if (!passesOnAddresses || endUser === undefined || isIP(endUser) === 0) return { place: placeOf(gid, sender), isEndUser: false };
  return { place: placeOf(gid, endUser), isEndUser: true };
}
