import { acceptedType, gatewayErrors, protocolErrors } from '@partner-ordering/http';
import type { PagesConfig } from '../config.ts';
import { errorAnswer, type Answer } from '../exchange/answers.ts';
import { isRead, type Exchange } from '../exchange/exchange.ts';
import { fileAnswer, filesIn } from '../own/built-files.ts';
import { pageHeaders } from '../own/secure-page.ts';

export const ASSETS = '/console/assets/';
/** Where the build says what each of its pages loads. */
export const MANIFEST = 'manifest.json';
/** The page of `/account/…`. */
export const ACCOUNT_PAGE = 'account.html';

/** The script that reads PDFs. It decodes their images by WebAssembly, and loads and sends nothing. */
const PDF_WORKER = 'assets/pdf-worker-';
const decoding = pageHeaders({ scriptSrc: ["'wasm-unsafe-eval'"] });

/** The files of the console under `/console`: its page at each path that is no file. Undefined without a page to show. */
export function consoleFiles({ folder, storageOrigin }: PagesConfig): ((exchange: Exchange) => Answer) | undefined {
  const page = pageOf(storageOrigin);
  const names = filesIn(folder).filter((name) => name !== MANIFEST && name !== ACCOUNT_PAGE);
  const headersOf = (name: string) => (name.endsWith('.html') ? page : name.startsWith(PDF_WORKER) ? decoding : {});
  const files = new Map(names.map((name) => [`/console/${name}`, fileAnswer(folder, name, headersOf(name))]));
  const index = files.get('/console/index.html');
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
      // It names the worker that reads PDFs: console/src/kit/pdf.tsx.
      trustedTypes: ['pdf-worker'],
    }),
    'referrer-policy': 'same-origin',
  };
};
