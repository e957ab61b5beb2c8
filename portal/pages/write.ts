/** Writes what follows from the documents: pages for the site, and files beside it. */
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Document } from '@partner-ordering/openapi';
import { DEMO_ORIGIN } from '../guides/demo-origin.ts';
import { portalPage, root } from '../guides/markdown.ts';
import { packClient } from '../client-package.ts';
import { withErrorAnchors } from './errors.ts';
import { eventsPage } from './events.ts';
import { llmsText, plainMarkdown, titleIn } from './markdown-files.ts';
import { asAgentDocument } from './openapi-agent.ts';
import { asOpenApi30 } from './openapi-3.0.ts';
import { operationFiles } from './operation-files.ts';
import { operationsPage } from './operations.ts';
import { changelogPage, conventionsPage } from './texts.ts';

const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');
const served = async (): Promise<Document> => JSON.parse(await read('services/gateway/generated/openapi.json')) as Document;

const WORKFLOWS = 'docs/partners/workflows';

/** The parts of a page that stand beside it as "on this page": its many names would hide them. */
const OUTLINE = '---\noutline: 2\n---\n\n';

/** Writes the pages that are made from the documents, beside the guides. */
export async function writePages(folder: string): Promise<void> {
  const document = await served();
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, `${name}.md`), text);
  const linked = (text: string): string => portalPage(text.replaceAll('](/docs/', `](${DEMO_ORIGIN}/docs/`), 'docs/partners/-.md');
  const pages = await readPages(folder);
  const titles = new Map([...pages].map(([name, page]) => [name, titleIn(page)]));
  await write('operations', OUTLINE + linked(operationsPage(document)));
  await write('events', OUTLINE + linked(eventsPage(document)));
  await write('conventions', linked(conventionsPage(document, titles)));
  await write('changelog', portalPage(changelogPage(await read('CHANGELOG.md')), 'CHANGELOG.md'));
  await write('errors', OUTLINE + withErrorAnchors(pages.get('errors')!));
}

/** Writes the files beside the built site: each page and operation as Markdown, the list of them, documents, workflows and the client. */
export async function writeFiles(folder: string, site: string): Promise<void> {
  const document = await served();
  // The gateway puts its own address in the place of this one.
  const { url } = document.servers![0] as { url: string };
  const asText = (page: string): string => plainMarkdown(page).replaceAll(DEMO_ORIGIN, url);
  const pages = new Map([...(await readPages(folder))].map(([name, page]) => [name, asText(page)]));
  for (const [name, text] of pages) await writeFile(join(site, `${name}.md`), text);
  for (const [path, text] of operationFiles(document)) {
    await mkdir(dirname(join(site, path)), { recursive: true });
    await writeFile(join(site, path), text);
  }
  const workflows = globSync('*.arazzo.yaml', { cwd: join(root, WORKFLOWS) }).toSorted();
  for (const file of workflows) {
    const text = await read(join(WORKFLOWS, file));
    await writeFile(join(site, file), text.replace(/^( +url: )\S+\/openapi\.json$/m, `$1${url}/docs/openapi.json`));
  }
  packClient(join(site, 'partner-ordering.tgz'));
  await writeFile(join(site, 'llms.txt'), llmsText(pages, document, url, workflows));
  await writeFile(join(site, 'openapi.json'), JSON.stringify(document));
  await writeFile(join(site, 'openapi-3.0.json'), JSON.stringify(asOpenApi30(document)));
  await writeFile(join(site, 'openapi-agent.json'), JSON.stringify(asAgentDocument(document)));
}

/** The pages of a folder by their names. */
async function readPages(folder: string): Promise<Map<string, string>> {
  const files = globSync(join(folder, '*.md'));
  return new Map(await Promise.all(files.map(async (file) => [basename(file, '.md'), await readFile(file, 'utf8')] as const)));
}
