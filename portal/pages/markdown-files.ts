/** The portal for readers of Markdown: each page without the words of the site generator, and `llms.txt` (llmstxt.org). */
import { type Document, operationsOf } from '@partner-ordering/openapi';
import { contents, lookUp } from '../guides/contents.ts';

/** Where the site stands. */
export const BASE = '/docs/';

/** A page of the site as Markdown, with the HTML that start pages need as Markdown too. Its links lead to other pages as Markdown. */
export const plainMarkdown = (page: string): string =>
  page
    .replace(/^---\n.*?\n---\n+/s, '')
    .replaceAll(/^::: code-group\n|^:::\n/gm, '')
    .replaceAll(/^(```\w+) \[.*\]$/gm, '$1')
    .replaceAll(/^```\n(?=\{\n)/gm, '```json\n')
    .replaceAll(/^```\n(?=```\w)/gm, '```\n\n')
    .split(/(^```.*?^```$)/ms)
    .map((part) => (part.startsWith('```') ? part : plainText(part)))
    .join('');

const plainText = (text: string): string =>
  text
    .replaceAll(/^(#+ .*?) \{#\S+\}$/gm, '$1')
    .replaceAll(/<a href="([^"]+)"[^>]*>(.*?)<\/a>(?=[<\p{L}])/gu, '[$2]($1) ')
    .replaceAll(/<a href="([^"]+)"[^>]*>(.*?)<\/a>/g, '[$2]($1)')
    .replaceAll('<li>', '- ')
    .replaceAll(/<\/?(?:p|ul|li|div)\b[^>]*>/g, '')
    .replaceAll(/<!--.*?-->\n+/gs, '')
    .replaceAll(/\]\(\/docs\/reference\/#(\w+)\)/g, `](${BASE}operations/$1.md)`)
    .replaceAll(/\]\((?:\/docs)?\/(?!docs\/|console\/)([\w-]+)(#[^)]*)?\)/g, `](${BASE}$1.md$2)`)
    .replaceAll(/\]\(\/(?!docs\/)([\w-]+(?:\.\w+)+)\)/g, `](${BASE}$1)`);

/** `llms.txt`: all pages in the order of the site, each with its first sentence, all operations and workflows, and where the API stands. */
export function llmsText(pages: ReadonlyMap<string, string>, document: Document, address: string, workflows: readonly string[]): string {
  const entry = (name: string): string => {
    const page = pages.get(name)!;
    return `- [${titleIn(page)}](${BASE}${name}.md): ${firstSentence(page)}`;
  };
  const sections = [...contents, { title: 'Look up', guides: lookUp.map(({ page }) => page) }];
  const listed = sections.map(({ title, guides }) => `## ${title}\n\n${guides.map(entry).join('\n')}`);
  return [
    `# ${String(document.info['title'])}`,
    `> ${firstSentence(pages.get('index')!)}`,
    `The API stands at ${address}. Credentials: our staff give them; [Signing in](${BASE}signing-in.md) tells how to use them.`,
    ...listed,
    `## Operations\n\n${operationEntries(document).join('\n')}`,
    `## Documents\n\n- [OpenAPI 3.1](${BASE}openapi.json): the whole API\n- [OpenAPI 3.0](${BASE}openapi-3.0.json): the same for older tools\n- [OpenAPI 3.1 for agents](${BASE}openapi-agent.json): what an agent needs to prepare orders\n- [TypeScript client](${BASE}partner-ordering.tgz): the npm package`,
    `## Workflows in Arazzo\n\n${workflows.map((file) => `- [${file.replace('.arazzo.yaml', '')}](${BASE}${file})`).join('\n')}\n`,
  ].join('\n\n');
}

const operationEntries = (document: Document): string[] =>
  [...operationsOf(document)].map(({ path, method, operation: { operationId, summary = '' } }) => {
    return `- [${operationId}](${BASE}operations/${operationId}.md): ${method.toUpperCase()} ${path}. ${summary}.`;
  });

/** The title of a page. */
export const titleIn = (page: string): string => /^# (.+)$/m.exec(page)![1]!;

/** The first sentence of the first paragraph, without links. */
function firstSentence(page: string): string {
  const paragraph = page.split('\n\n').find((part) => /^[\p{L}`*[]/u.test(part)) ?? '';
  return /^.+?[.:](?=\s|$)/s.exec(paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))?.[0].replace(/:$/, '.') ?? paragraph;
}
