import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Answer } from '../exchange/answers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { pageHeaders } from './secure-page.ts';
import { tagged } from './tagged.ts';

const SCRIPT_PATH = '/docs/redoc.standalone.js';

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Partner Ordering Service</title></head>
<body style="margin:0"><redoc spec-url="/v1/openapi.json" hide-hostname="true"></redoc><script src="${SCRIPT_PATH}"></script></body>
</html>
`;

/** Redoc styles itself with inline styles and searches in a worker made from a blob; nothing comes from another host. */
const allowed = {
  scriptSrc: ["'self'"],
  styleSrc: ["'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  workerSrc: ['blob:'],
};

/** `/docs`: the documents shown by Redoc, which is served from its package. */
export function docsPage(): Record<string, (exchange: Exchange) => Promise<Answer>> {
  const headers = pageHeaders(allowed);
  const fields = { ...headers, 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=86400' };
  let script: Promise<ReturnType<typeof tagged>> | null = null;
  return {
    '/docs': async () => ({
      status: 200,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
      body: page,
    }),
    [SCRIPT_PATH]: async ({ request }) => (await (script ??= readScript().then((body) => tagged(body, fields))))(request.headers),
  };
}

async function readScript(): Promise<Buffer> {
  const text = await readFile(createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js'), 'utf8');
  // Redoc would fetch its own logo from its maker's host.
  return Buffer.from(text.replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+/g, 'data:,'));
}
