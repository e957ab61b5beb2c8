import { browserSecret } from '@partner-ordering/auth';
import type { Logger } from 'pino';
import type { PagesConfig } from '../config.ts';
import type { Answer } from '../exchange/answers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { LifecycleOptions } from '../request/lifecycle.ts';
import { CONSOLE_API, enterApi, type ConsoleApiOptions } from './api.ts';
import { ASSETS, consoleFiles } from './files.ts';

/** The console in browsers: its files, and the API for signed-in users. Undefined, with a line in the log, without its files. */
export function openConsole(config: PagesConfig | undefined, options: ConsoleApiOptions, logger: Logger): LifecycleOptions['console'] {
  const files = config && consoleFiles(config);
  if (config && !files) logger.warn({ folder: config.folder }, 'The console is off: it is not built');
  if (!files) return undefined;
  return (exchange) => {
    const { path, isConsole, takesCookies, method } = exchange;
    if (takesCookies && method === 'POST') forgetAround(exchange, options);
    if (!isConsole) return undefined;
    if (path !== CONSOLE_API && !path.startsWith(`${CONSOLE_API}/`)) return redirectAlias(exchange, options.issuer) ?? files(exchange);
    exchange.route = `${CONSOLE_API}/{path}`;
    return enterApi(exchange, options);
  };
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Redirects local names such as `localhost` to the public address, the only origin whose forms and requests we accept. Assets stay, since
 * the account pages may use them there.
 */
function redirectAlias({ request, path, target }: Exchange, issuer: string): Answer | undefined {
  const { host, origin } = new URL(issuer);
  const { host: requestedHost = host } = request.headers;
  const isAlias = !path.startsWith(ASSETS) && requestedHost !== host && loopback.test(requestedHost) && loopback.test(host);
  return isAlias ? { status: 303, headers: { location: `${origin}${target}`, 'cache-control': 'no-store' }, body: null } : undefined;
}

/**
 * Forgets the secret of a session that the request may end or replace, before and after identity answers: a request in between may trade it
 * again.
 */
function forgetAround(exchange: Exchange, { issuer, tokens }: ConsoleApiOptions): void {
  const secret = browserSecret(exchange.request.headers.cookie ?? '', issuer);
  if (secret === undefined) return;
  tokens.forget(secret);
  exchange.atEnd.push(() => tokens.forget(secret));
}
