/** Pages that are parts of other texts: the conventions of the document, and the changelog for partners. */
import type { Document } from '@partner-ordering/openapi';
import { withTagLinks } from './document.ts';

/** Guides about what holds for every request, with what each is about. */
const guides = {
  'signing-in': 'tokens and scopes',
  'lists-and-queries': 'pages, `query` and `orderBy`',
  'safe-requests': 'repeat a request, overwrite nobody, get the resource back',
  errors: 'reasons and codes, limits, and what `null` means',
  changes: 'what stays, and how long before it ends you know',
  money: 'amounts and currencies',
  files: 'uploads and downloads',
  polling: 'what changed since your last request',
} as const;

/** The conventions of the document, with the guides that say more, by their titles. */
export function conventionsPage({ info }: Document, titles: ReadonlyMap<string, string>): string {
  const section = /^# Conventions\n([^]*)/m.exec(String(info['description']))?.[1];
  if (section === undefined) throw new Error('gateway.yaml: the description lacks the section Conventions');
  const links = Object.entries(guides).map(([guide, about]) => `- [${titles.get(guide)}](/docs/${guide}): ${about}`);
  const conventions = withTagLinks(section)
    .replace(/^- \*\*Guides:\*\* .*\n/m, '')
    .trim();
  return `# Conventions\n\nThese hold for every request. [Guides](#guides) say more.\n\n${conventions}\n\n## Guides\n\n${links.join('\n')}\n`;
}

/** What concerns partners in CHANGELOG.md, by version. */
export function changelogPage(changelog: string): string {
  const [, ...versions] = changelog.split(/^(?=## )/m);
  const sections = versions.flatMap((version) => {
    const [head = '', ...parts] = version.split(/^(?=### )/m);
    return [head.trim(), ...parts.filter((part) => /^### (?:For partners|Breaking)/.test(part)).map((part) => part.trim())];
  });
  return `# Changelog\n\n${sections.join('\n\n')}\n`;
}
