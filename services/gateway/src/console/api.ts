import { browserSecret } from '@partner-ordering/auth';
import { gatewayErrors, loggedPath, presentedToken, protocolErrors } from '@partner-ordering/http';
import { DomainRefusal, missingToken } from '@partner-ordering/kernel';
import { authenticationAnswer, errorAnswer, invalidAnswer, type Answer } from '../exchange/answers.ts';
import { isRead, type Exchange } from '../exchange/exchange.ts';
import { faults } from '../faults.ts';
import type { ConcurrencyLimits } from '../request/concurrency.ts';
import type { RateLimits } from '../request/rate-limits.ts';
import type { BrowserTokens } from './tokens.ts';

/** `/console/api/<rest>` is `/v1/<rest>` for the user who is signed in in the browser. */
export const CONSOLE_API = '/console/api';

/** The dependencies of the console's API. */
export interface ConsoleApiOptions {
  issuer: string;
  tokens: BrowserTokens;
  limits: Pick<RateLimits, 'admitAuthentication' | 'authenticationFailed'> & Pick<ConcurrencyLimits, 'requestsOfAddress'>;
  /** See `AnswerPolicy`. */
  delayRefusal: () => Promise<unknown>;
}

/** Turns the request into one to the API with the signed-in user's token, or returns the answer that refuses it. */
export async function enterApi(exchange: Exchange, options: ConsoleApiOptions): Promise<Answer | undefined> {
  const refused = refuseForeign(exchange, new URL(options.issuer).origin);
  if (refused) return refused;
  if (presentedToken('Bearer', exchange.query) === 'several') return invalidAnswer(faults.duplicate_parameter('access_token'));
  const secret = browserSecret(exchange.request.headers.cookie ?? '', options.issuer);
  return secret === undefined ? nobodySignedIn() : trade(exchange, secret, options);
}

const nobodySignedIn = (): Answer => authenticationAnswer(missingToken('Nobody is signed in in this browser'));

/** An unknown secret may be a guess: it counts against the address's limit until identity answers, and waits first after failures. */
async function trade(exchange: Exchange, secret: string, { tokens, limits, delayRefusal }: ConsoleApiOptions): Promise<Answer | undefined> {
  const { isKnown, token: tokenOf } = tokens.of(secret);
  const browsers = `browsers ${exchange.network}`;
  if (!isKnown && !limits.requestsOfAddress.take(browsers)) {
    await delayRefusal();
    return errorAnswer(protocolErrors.tooManyRequests(1_000));
  }
  const waitMs = isKnown ? 0 : limits.admitAuthentication(exchange);
  try {
    if (waitMs > 0) await delayRefusal();
    if (exchange.response.destroyed) return undefined;
    const token = await tokenOf();
    if (token !== undefined) return void becomeApi(exchange, token);
  } catch (error) {
    if (error instanceof DomainRefusal && error.kind === 'unavailable') return errorAnswer(gatewayErrors.unreachable);
    throw error;
  } finally {
    if (!isKnown) limits.requestsOfAddress.leave(browsers);
  }
  if (waitMs > 0) return errorAnswer(protocolErrors.tooManyRequests(waitMs));
  // Counts a disconnected client too: `isFailure` leaves that to this function.
  limits.authenticationFailed(exchange);
  return nobodySignedIn();
}

/** What the browser itself asks for, in an `img` tag or as a download: it cannot send the header. */
const browserPath = /^\/console\/api\/(?:img\/|projects\/[^/]+\/archive$)/;

/** The values of `Sec-Fetch-Site` that allow that; old browsers send none. */
const ownSites = new Set<unknown>(['same-origin', 'none', undefined]);

/** Other websites cannot set the header, and browsers state the true origin. Images and archives need neither. */
function refuseForeign({ path, method, request }: Exchange, origin: string): Answer | undefined {
  const { headers } = request;
  const reads = isRead({ method });
  const site = headers['sec-fetch-site'];
  if (reads && browserPath.test(path)) return ownSites.has(site) ? undefined : errorAnswer(gatewayErrors.foreignOrigin);
  if (site === 'cross-site' || (!reads && headers.origin !== origin)) return errorAnswer(gatewayErrors.foreignOrigin);
  return headers['x-console'] === '1' ? undefined : errorAnswer(gatewayErrors.notOfConsole);
}

function becomeApi(exchange: Exchange, token: string): void {
  const { request } = exchange;
  const raw = request.rawHeaders;
  for (let index = raw.length - 2; index >= 0; index -= 2)
    if (/^(?:authorization|cookie|x-console)$/i.test(raw[index]!)) raw.splice(index, 2);
  const authorization = `Bearer ${token}`;
  raw.push('Authorization', authorization);
  request.headers.authorization = authorization;
  exchange.target = `/v1${exchange.target.slice(CONSOLE_API.length)}`;
  exchange.path = `/v1${exchange.path.slice(CONSOLE_API.length)}`;
  exchange.loggedPath = loggedPath(exchange.path).slice(0, 256);
}
