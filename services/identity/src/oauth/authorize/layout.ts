import { Readable } from 'node:stream';
import { noStoreHeaders, reply, type Reply } from '@partner-ordering/http';
import type { Language } from '@partner-ordering/kernel';
import { html, type Html } from './html.ts';

/** The content of a page. */
export interface Page {
  status: number;
  language: Language;
  title: string;
  /** By default the title. */
  heading?: string;
  hasImages?: boolean;
  body: Html;
  formAction?: string;
  /** Applications may open it in a pop-up, which reports to them through `opener`. */
  keepsOpener?: boolean;
  headers?: Readonly<Record<string, string>> | undefined;
}

/** A page without scripts, in the style of the account pages (`console/src/account/account.css`). */
export function page({ status, language, title, heading = title, body, formAction = "'none'", headers = {}, ...options }: Page): Reply {
  const { keepsOpener = false, hasImages = false } = options;
  const { text } = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/account/account.css" />
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          ${body}
        </main>
      </body>
    </html> `;
  const images = hasImages ? " img-src 'self';" : '';
  const csp = `default-src 'none'; style-src 'self';${images} form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`;
  const bytes = Buffer.from(text);
  return reply(status, Readable.from([bytes]), {
    ...noStoreHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(bytes.length),
    'Content-Security-Policy': csp,
    ...(keepsOpener ? {} : { 'Cross-Origin-Opener-Policy': 'same-origin' }),
    // With `no-referrer`, which the gateway sends otherwise, a browser sends `Origin: null` with the form.
    'Referrer-Policy': 'same-origin',
    ...headers,
  });
}
