import { invalid } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';

/** A program on the person's own machine. Names such as `localhost` may lead elsewhere. */
const loopback = String.raw`http://(?:127\.0\.0\.1|\[::1\])`;
const redirect = new RegExp(String.raw`^(?:https://[\w.-]+|${loopback})(?::\d+)?(?:[/?].*)?$`);
/** Hosts to which no `https` leads, as browsers read them: `2130706433` is 127.0.0.1. */
const ownHosts: readonly string[] = ['localhost', '127.0.0.1'];
/** Printable ASCII without `#` and the backslash, which browsers read as a slash. */
const characters = /^[!"$-[\]-~]+$/;
/** The port of a loopback address, which changes each time. */
const loopbackPort = new RegExp(String.raw`^(${loopback}):\d+(?=[/?]|$)`);

/** These URIs, if codes may go to all of them: to a server over TLS or to the person's own machine. 400 for another. */
export function validRedirectUris(uris: readonly string[]): string[] {
  for (const [index, uri] of uris.entries()) {
    const url = URL.parse(uri);
    const isOwn = url?.protocol === 'https:' && ownHosts.includes(url.hostname);
    if (url && !isOwn && redirect.test(uri) && characters.test(uri)) continue;
    throw invalid(faults.not_a_redirect_uri(`redirect_uris.${index}`));
  }
  return [...uris];
}

/** Whether they are the same to the letter, but for the port of a loopback address (RFC 8252, section 7.3). */
export const isSameRedirect = (registered: string, requested: string): boolean =>
  URL.canParse(requested) && withoutLoopbackPort(registered) === withoutLoopbackPort(requested);

const withoutLoopbackPort = (uri: string): string => uri.replace(loopbackPort, '$1');
