import { join, posix } from 'node:path';
import { contents } from './contents.ts';
import { DEMO_ORIGIN } from './demo-origin.ts';

export const root = join(import.meta.dirname, '../..');

/** The files of this repository that are pages of the portal, by their paths, with the names of these pages. */
export const published: ReadonlyMap<string, string> = new Map([
  ...contents.flatMap(({ guides }) => guides).map((name) => [sourceOf(name), name] as const),
  ['CHANGELOG.md', 'changelog'],
]);

/** The file that a guide is made from. */
export function sourceOf(guide: string): string {
  return guide === 'client' ? 'libs/client/README.md' : `docs/partners/${guide}.md`;
}

/** Titles of tabs, by the language of their code. */
const languages: Readonly<Record<string, string>> = { bash: 'curl', ts: 'TypeScript', python: 'Python', js: 'Node', go: 'Go' };

/** The blocks of code that GitHub shows folded, with their languages. */
export const codeOf = (text: string): { language: string; code: string }[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)\n```$/gms)].map(([, language, code]) => ({ language: language!, code: code! }));

/** The same code in several languages as tabs. */
export const tabsOf = (blocks: readonly { language: string; code: string }[]): string =>
  `::: code-group\n${blocks.map(({ language, code }) => `\`\`\`${language} [${languages[language]}]\n${code}\n\`\`\``).join('\n')}\n:::`;

/** The steps of a program: each begins with its title as a comment. What stands before the first belongs to it. */
export function stepsOf(code: string): string[] {
  const [head = '', ...rest] = code.split(/\n\n(?=(?:#|\/\/) [A-Z])/);
  return /^(?:#|\/\/) (?=[A-Z])/m.test(head) ? [head, ...rest] : [`${head}\n\n${rest[0]}`, ...rest.slice(1)];
}

/** The same steps in several languages, each as tabs of its own, so that the copy button takes one. */
function stepTabs(blocks: readonly { language: string; code: string }[]): string {
  const programs = blocks.map(({ language, code }) => ({ language, steps: stepsOf(code) }));
  const { steps } = programs[0]!;
  return steps.map((_, index) => tabsOf(programs.map((each) => ({ language: each.language, code: each.steps[index]! })))).join('\n\n');
}

/** A page of this repository as a page of the portal: its folded languages become tabs, and its links lead to pages of the portal. */
export function portalPage(text: string, file: string): string {
  const withTabs = text.replaceAll(/<!-- (tabs|programs): ([\w-]+) -->(.*?)<!-- \/\1: \2 -->/gs, (_, mark, _name, folded: string) =>
    mark === 'tabs' ? stepTabs(codeOf(folded)) : tabsOf(codeOf(folded)),
  );
  return withoutDiagrams(withTabs.replace(/^# partner-ordering$/m, '# TypeScript client'))
    .split(/(^```.*?^```$)/ms)
    .map((part) => (part.startsWith('```') ? part : withLinks(part, file)))
    .join('');
}

/** Nothing draws diagrams without a browser; tables say the same. */
const withoutDiagrams = (text: string): string => text.replaceAll(/^```mermaid\n.*?^```\n/gms, '');

/** Links to what is no page of the portal, such as the pages for operators, lose the link and keep their text. */
function withLinks(text: string, file: string): string {
  return text.replaceAll(/(?<!!)\[((?:[^\][]|\[[^\][]*\])*)\]\(([^)\s]+)\)/g, (link, words: string, target: string) => {
    if (target.startsWith(DEMO_ORIGIN)) return linkHere(words, target.slice(DEMO_ORIGIN.length));
    if (/^(?:https?:|mailto:|#)/.test(target)) return link;
    const [path = '', anchor] = target.split('#');
    const linked = posix.join(posix.dirname(file), path);
    if (linked.startsWith('docs/partners/') && !linked.endsWith('.md')) return `[${words}](/${posix.basename(linked)})`;
    const page = published.get(linked);
    return page === undefined ? words : `[${words}](/${page}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

/** A link to an address of the installation. The router of the site must not open what its generator did not make. */
function linkHere(words: string, path: string): string {
  const page = /^\/docs(\/.*)$/.exec(path)?.[1];
  return page === undefined || /^\/reference\/|\.tgz$/.test(page) ? `<a href="${path}" target="_self">${words}</a>` : `[${words}](${page})`;
}
