import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Answer } from '../exchange/answers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { fileAnswer } from '../own/built-files.ts';
import { pageHeaders } from '../own/secure-page.ts';
import { ACCOUNT_PAGE, MANIFEST } from './files.ts';

const pages = ['invitation', 'password', 'reset', 'email', 'restore'].map((name) => `/account/${name}`);

/** They run our scripts alone. What people enter is sent by these, and by no form. */
const headers = pageHeaders({
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  connectSrc: ["'self'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["'none'"],
});

/** Part of the console's build, as Vite describes it. */
interface Chunk {
  file: string;
  css?: readonly string[];
  /** Keys of the manifest. */
  imports?: readonly string[];
  dynamicImports?: readonly string[];
}

/**
 * `/account/…`: where links of mails lead unless the installation has pages of its own, and where people ask for such a mail. They are part
 * of the console's build, call the public API alone, and stay while the console is off. So do the assets that they load, by path.
 */
export function accountPages(folder: string, logger: Logger): Record<string, (exchange: Exchange) => Promise<Answer>> {
  if (!existsSync(join(folder, MANIFEST))) {
    logger.warn({ folder }, 'There are no account pages, and the sign-in page has no styles: the console is not built');
    return {};
  }
  const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Readonly<Record<string, Chunk>>;
  const page = fileAnswer(folder, ACCOUNT_PAGE, headers);
  const [style = ''] = manifest[ACCOUNT_PAGE]!.css!;
  const answers = {
    ...Object.fromEntries(pages.map((path) => [path, page])),
    // The pages of identity load it too.
    '/account/account.css': fileAnswer(folder, style, { 'cache-control': 'no-cache' }),
    ...Object.fromEntries([...filesLoadedBy(manifest, ACCOUNT_PAGE)].map((name) => [`/console/${name}`, fileAnswer(folder, name)])),
  };
  return Object.fromEntries(
    Object.entries(answers).map(([path, answer]) => [path, async ({ request }: Exchange) => answer(request.headers)]),
  );
}

function filesLoadedBy(manifest: Readonly<Record<string, Chunk>>, key: string, found = new Set<string>()): ReadonlySet<string> {
  const { file, css = [], imports = [], dynamicImports = [] } = manifest[key]!;
  if (found.has(file)) return found;
  for (const name of [file, ...css]) found.add(name);
  for (const next of [...imports, ...dynamicImports]) filesLoadedBy(manifest, next, found);
  return found;
}
