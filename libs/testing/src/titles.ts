import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';

/** The titles of a run: how often each came, and the suites that were skipped, whose tests are never heard of. */
export interface Titles {
  counts: Map<string, number>;
  skippedSuites: string[];
}

/** What to do with them at the end of a run: compare with the list, or write it anew. */
export interface TitleList {
  mode: 'check' | 'write';
  /** The committed list: a title in each line, sorted, behind a tab how often where it is more than once. */
  list: string;
  /** Lines `title<TAB>reason`: those that may be missing. */
  retired: string;
  /** Whether there may be no list yet. */
  isOptional: boolean;
  /** Whether a title that is not listed fails the run. */
  isStrict: boolean;
}

const LONGEST = 300;

/** On one line, not endless, and the same in every run: some titles show a query with gids, which are new each time, also cut ones. */
function steady(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ').replaceAll(/\b[0-9a-f]{7,8}-[0-9a-f-]{0,27}/gi, '<gid>');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}… (${line.length} characters)` : line;
}

/** Takes the events of a run, in the order in which they are reported, and keeps the path of every test: `suite > test`. */
export function titleCollector(): Titles & { take(event: TestEvent): void } {
  const counts = new Map<string, number>();
  const skippedSuites: string[] = [];
  const path: string[] = [];
  function take({ type, data }: TestEvent): void {
    if (type === 'test:start') path.splice(data.nesting, Infinity, steady(data.name));
    if (type !== 'test:pass' && type !== 'test:fail') return;
    const title = path.slice(0, data.nesting + 1).join(' > ');
    if (data.details.type === 'suite') {
      if (data.skip !== undefined && data.skip !== false) skippedSuites.push(title);
      // A file that ends with an error is reported like a test of its name.
    } else if (!/\.test\.ts$/.test(title)) counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return { counts, skippedSuites, take };
}

/** Compares or writes. `problems` fail the run and say what to do; `remarks` do not. */
export function settleTitles(found: Titles, wanted: TitleList): { problems: string[]; remarks: string[] } {
  const { mode, list, retired, isStrict } = wanted;
  if (mode === 'check' && wanted.isOptional && !existsSync(list)) return { problems: [], remarks: [`there is no ${list} to compare with`] };
  const listed = parse(textOf(list));
  const { reasons, problems } = readRetired(textOf(retired));
  const { missing, added } = difference(listed, found, reasons);
  problems.push(
    ...missing.map((title) => `this test is gone: ${title}\n  bring it back, or give the reason in ${retired}: title<TAB>reason`),
  );
  if (mode === 'write') {
    if (problems.length === 0) writeFileSync(list, format(kept(found, listed)));
    return { problems, remarks: [problems.length === 0 ? `${list} is written` : `${list} stays as it was`] };
  }
  const news = added.map((title) => `this test is not listed: ${title}\n  run \`npm run titles\` and commit ${list}`);
  const remarks = problems.length + news.length === 0 ? [`all ${total(found.counts)} tests are as listed`] : [];
  return isStrict ? { problems: [...problems, ...news], remarks } : { problems, remarks: [...remarks, ...news] };
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function difference(listed: Map<string, number>, found: Titles, reasons: Map<string, string>): { missing: string[]; added: string[] } {
  const fewer = (one: Map<string, number>, other: Map<string, number>): string[] =>
    [...one].filter(([title, count]) => (other.get(title) ?? 0) < count).map(([title]) => title);
  return {
    missing: fewer(listed, found.counts).filter((title) => !reasons.has(title) && !isSkipped(found, title)),
    added: fewer(found.counts, listed),
  };
}

const isSkipped = ({ skippedSuites }: Titles, title: string): boolean => skippedSuites.some((suite) => title.startsWith(`${suite} > `));

/** What was found, and what was only skipped here. */
function kept(found: Titles, listed: Map<string, number>): Map<string, number> {
  return new Map([...[...listed].filter(([title]) => isSkipped(found, title)), ...found.counts]);
}

function parse(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => line.split('\t')).map(([title, count = '1']) => [title!, Number(count)]));
}

function format(counts: Map<string, number>): string {
  const lines = [...counts].map(([title, count]) => (count === 1 ? title : `${title}\t${count}`));
  return lines.sort().join('\n') + '\n';
}

function readRetired(text: string): { reasons: Map<string, string>; problems: string[] } {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const reasons = new Map(lines.map((line) => line.split('\t')).map(([title, reason = '']) => [title!, reason.trim()]));
  const problems = [...reasons].filter(([, reason]) => reason === '').map(([title]) => `this test was retired without a reason: ${title}`);
  return { reasons, problems };
}

const total = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
