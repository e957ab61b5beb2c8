import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { acceptedType, gatewayErrors, protocolErrors } from '@partner-ordering/http';
import type { ConsoleConfig } from '../config.ts';
import { errorAnswer, type Answer } from '../exchange/answers.ts';
import { isRead, type Exchange } from '../exchange/exchange.ts';
import { pageHeaders } from '../own/secure-page.ts';
import { tagged } from '../own/tagged.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const INDEX = '/console/index.html';
const ASSETS = '/console/assets/';
/** Their names change with their content. */
const KEPT = 'public, max-age=31536000, immutable';

/** The files of the console under `/console`: its page at each path that is no file. Undefined without a page to show. */
export function consoleFiles({ folder, storageOrigin }: ConsoleConfig): ((exchange: Exchange) => Answer) | undefined {
  const page = pageOf(storageOrigin);
  const files = new Map(filesIn(folder).map((file) => [pathOf(folder, file), fileAnswer(file, page, pathOf(folder, file))]));
  const index = files.get(INDEX);
  if (!index) return undefined;
  return (exchange) => {
    const { path, request } = exchange;
    exchange.route = path.startsWith(ASSETS) ? `${ASSETS}{name}` : '/console';
    if (!isRead(exchange)) return errorAnswer(gatewayErrors.methodNotAllowed('GET, HEAD'));
    const answer =
      files.get(path) ?? (path.startsWith(ASSETS) || acceptedType(request.headers, ['text/html']) === undefined ? undefined : index);
    return answer ? answer(request.headers) : errorAnswer(protocolErrors.notFound);
  };
}

/** A page that runs only our scripts and calls only us and where files are stored. The form that signs out tells its origin. */
const pageOf = (storageOrigin: string | undefined): Readonly<Record<string, string>> => {
  const storage = storageOrigin === undefined ? [] : [storageOrigin];
  return {
    ...pageHeaders({
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:', ...storage],
      connectSrc: ["'self'", ...storage],
      formAction: ["'self'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    }),
    'referrer-policy': 'same-origin',
  };
};

function fileAnswer(file: string, page: Readonly<Record<string, string>>, path: string): ReturnType<typeof tagged> {
  const type = types[extname(file)] ?? 'application/octet-stream';
  const headers = { 'content-type': type, 'cache-control': path.startsWith(ASSETS) ? KEPT : 'no-cache' };
  return tagged(readFileSync(file), extname(file) === '.html' ? { ...page, ...headers } : headers);
}

const pathOf = (folder: string, file: string): string => `/console/${relative(folder, file).split(sep).join('/')}`;

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
