import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { forwardedFor, networkOf, senderAddress } from '@partner-ordering/kernel';
import type { Application } from '../domain/application.ts';
import type { LoginSource } from '../domain/sign-in-limits.ts';
import type { OAuthRequest } from './form.ts';

/** The application and network of a token request: with `passes_on_addresses` the end user's, whose address stands before the sender's. */
export function loginSourceOf({ gid, passesOnAddresses }: Application, { headers }: Pick<OAuthRequest, 'headers'>): LoginSource {
  const addresses = forwardedFor(headers);
  const [endUser, sender = ''] = addresses.length > 1 ? addresses.slice(-2) : [undefined, addresses[0]];
  const isEndUser = passesOnAddresses && endUser !== undefined && isIP(endUser) !== 0;
  const address = isEndUser ? endUser : sender;
  return { id: hashOf(gid, address), isEndUser, isVisitor: false, network: networkText(address) };
}

/** A browser's own address. The page is one source there, whichever application asks. */
export function pageSourceOf(headers: OAuthRequest['headers']): LoginSource {
  const address = senderAddress(headers);
  return { id: hashOf('page', address), isEndUser: true, isVisitor: true, network: networkText(address) };
}

function networkText(address: string): string | null {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? address : `${networkOf(address)}::/64`;
}

/** Addresses are personal data, so failed sign-ins are counted by a hash. */
const hashOf = (origin: string, address: string): string =>
  createHash('sha256')
    .update(`${origin} ${networkOf(address)}`)
    .digest('hex');
