import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptedType, protocolErrors } from '@partner-ordering/http';
import type { Logger } from 'pino';
import type { PagesConfig } from '../config.ts';
import { errorAnswer, jsonAnswer, type Answer } from '../exchange/answers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { bytesAnswer, filesIn } from './built-files.ts';
import { withAddress } from './own-operations.ts';
import { pageHeaders } from './secure-page.ts';

/** The pages that try requests out. */
const REFERENCE = 'reference/';
/** What names the address of the installation: the documents, the workflows, and the pages as Markdown with their list. */
const addressed = /^openapi[\w.-]*\.json$|\.(?:md|arazzo\.yaml)$|^llms\.txt$/;

export type DocsPages = (exchange: Pick<Exchange, 'path' | 'request'>) => Answer;

/** `/docs/…`: the portal, static pages at addresses without `.html`. Undefined, with a line in the log, while it is not built. */
export function docsPages(config: PagesConfig | undefined, issuer: string, logger: Logger): DocsPages | undefined {
  if (!config) return undefined;
  const files = new Map(filesIn(config.folder).map((name) => [name, answerOf(config, name, issuer)]));
  const missing = files.get('404.html');
  if (!missing) {
    logger.warn({ folder: config.folder }, 'There is no documentation: the portal is not built');
    return undefined;
  }
  return ({ path, request }) => {
    const page = path.slice('/docs/'.length);
    const index = files.get(page === '' ? 'index.html' : `${page}/index.html`);
    // `path` has lost its last slash.
    if (index && !endsWithSlash(request.url)) return { status: 308, headers: { location: `${path}/` }, body: null };
    const file = index ?? files.get(page) ?? files.get(`${page}.html`);
    if (file) return file(request.headers);
    if (acceptedType(request.headers, ['text/html']) === undefined) return errorAnswer(protocolErrors.notFound);
    return { ...missing({}), status: 404 };
  };
}

const endsWithSlash = (url = ''): boolean => /^[^?]*\/(?:\?|$)/.test(url);

function answerOf({ folder, storageOrigin }: PagesConfig, name: string, issuer: string): ReturnType<typeof bytesAnswer> {
  const bytes = readFileSync(join(folder, name));
  if (addressed.test(name)) return bytesAnswer(name, Buffer.from(withAddress(bytes.toString(), issuer)));
  if (!name.endsWith('.html')) return bytesAnswer(name, bytes);
  return bytesAnswer(name, bytes, policyOf(bytes.toString(), name.startsWith(REFERENCE) ? storageOrigin : undefined));
}

/** A page runs our scripts, and those that stand in it, and calls only us; the reference also the storage. Styles may stand in elements. */
function policyOf(page: string, storageOrigin: string | undefined): Readonly<Record<string, string>> {
  const inline = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs);
  const hashes = [...inline].map(([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`);
  return pageHeaders({
    scriptSrc: ["'self'", ...hashes],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...(storageOrigin === undefined ? [] : [storageOrigin])],
  });
}

/** `/docs/reference/settings.json`: what the page of the reference asks before it offers to try requests. */
export function referenceSettings(tryIt: boolean): Record<string, () => Promise<Answer>> {
  return { '/docs/reference/settings.json': async () => jsonAnswer(200, { tryIt }, { 'cache-control': 'no-cache' }) };
}
