/**
 * The part of CHANGELOG.md under Unreleased that says what changed in the API: it is made, as oasdiff tells it, and stands between two
 * marks.
 */
import type { AcceptedBreak } from './accepted-breaks.ts';
import type { Change } from './oasdiff.ts';

const HEADING = '\n## Unreleased\n';
const [START, END] = ['<!-- API: made by openapi/compare.ts -->', '<!-- /API -->'];

/**
 * What changed, in Markdown: each break with the reason why it was decided, and additions, equal ones in one line. Empty when nothing did.
 */
export function apiPart(breaks: readonly AcceptedBreak[], additions: readonly Change[]): string {
  const reasons = Object.entries(Object.groupBy(breaks, ({ reason }) => reason));
  const texts = Object.entries(Object.groupBy(additions.map(byPlace), ({ text }) => text));
  return [
    ...listed('Breaking', reasons, (reason, found) => [`- ${reason}`, ...found.map(({ line }) => `  - ${withCode(line)}`)].join('\n')),
    ...listed('Added and widened', texts, (text, found) => `- ${[text, operationsOf(found)].filter(Boolean).join(': ')}`),
  ].join('\n\n');
}

function listed<Item>(title: string, groups: [string, Item[] | undefined][], print: (name: string, items: Item[]) => string): string[] {
  return groups.length === 0 ? [] : [`#### ${title}`, groups.map(([name, items = []]) => print(name, items)).join('\n')];
}

/** oasdiff names a webhook in the text, an endpoint beside it. */
function byPlace(change: Change): Change {
  const [, webhook] = /^webhook `(.+)` added$/.exec(change.text) ?? [];
  return webhook === undefined ? change : { ...change, operation: webhook, text: 'webhook added' };
}

const withCode = (line: string): string => line.replace(/\b[A-Z]+ \/\S+/, '`$&`');

const operationsOf = (changes: readonly Change[]): string =>
  changes.flatMap(({ operation }) => (operation === undefined ? [] : [`\`${operation}\``])).join(', ');

/**
 * The changelog with this part in place of the one that it has. Throws when it has no section for what is not released, or half of the
 * marks.
 */
export function withApiPart(changelog: string, part: string): string {
  const start = unreleasedAt(changelog) + HEADING.length;
  const end = [changelog.indexOf('\n## ', start)].find((found) => found >= 0) ?? changelog.length;
  const others = changelog.slice(start, end).replace(new RegExp(`\n### API\n\n${START}[^]*?${END}\n`), '');
  if (others.includes(START) || others.includes(END)) throw new Error(`CHANGELOG.md: ${START} and ${END} stand around the part "### API"`);
  const block = part === '' ? '' : `\n### API\n\n${START}\n\n${part}\n\n${END}\n`;
  return changelog.slice(0, start) + block + others + changelog.slice(end);
}

/** Where the section of what is not released begins. Throws when there is none. */
function unreleasedAt(changelog: string): number {
  const start = changelog.indexOf(HEADING);
  if (start < 0) throw new Error('CHANGELOG.md has no section "## Unreleased"');
  return start;
}

/**
 * The changelog of a release: what was not released stands under its version, the API part for good, and nothing is unreleased. Throws for
 * a version that it has already, and without a section for what is not released.
 */
export function asReleased(changelog: string, version: string): string {
  unreleasedAt(changelog);
  if (changelog.includes(`\n## ${version}\n`))
    throw new Error(`CHANGELOG.md has ${version} already: a release begins with its version in package.json`);
  return changelog.replace(`${START}\n\n`, '').replace(`${END}\n\n`, '').replace(HEADING, `${HEADING}\n## ${version}\n`);
}
