import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../exchange/answers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { pageHeaders } from './secure-page.ts';
import { tagged } from './tagged.ts';

const folder = join(import.meta.dirname, '../../pages');
const HTML_TYPE = 'text/html; charset=utf-8';

/** By path: the file and its type. */
const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '/account/invitation': ['invitation.html', HTML_TYPE],
  '/account/password': ['password.html', HTML_TYPE],
  '/account/reset': ['reset.html', HTML_TYPE],
  '/account/email': ['email.html', HTML_TYPE],
  '/account/restore': ['restore.html', HTML_TYPE],
  '/account/account.css': ['account.css', 'text/css; charset=utf-8'],
  '/account/account.js': ['account.js', 'text/javascript; charset=utf-8'],
  '/account/account-texts.js': ['account-texts.js', 'text/javascript; charset=utf-8'],
};

/**
 * `/account/…`: where links of mails lead unless the installation has pages of its own, and where people ask for such a mail. They call the
 * public API and nothing else.
 */
export function accountPages(): Record<string, (exchange: Exchange) => Promise<Answer>> {
  const headers = pageHeaders({ scriptSrc: ["'self'"], styleSrc: ["'self'"], connectSrc: ["'self'"] });
  return Object.fromEntries(
    Object.entries(files).map(([path, [name, type]]) => {
      const answer = tagged(readFileSync(join(folder, name)), { ...headers, 'content-type': type, 'cache-control': 'no-cache' });
      return [path, async ({ request }: Exchange): Promise<Answer> => answer(request.headers)];
    }),
  );
}
