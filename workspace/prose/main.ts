/**
 * `npm run lint:prose`: Vale checks pages, descriptions, comments and titles of tests by `.vale`; subjects.ts checks the commits: subjects
 * since `.ci/commits-since`, bodies and merges since `.ci/bodies-since`. Needs Go and a C compiler.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGoTool } from '../go-tool.ts';
import { pagesOf } from '../pages.ts';
import { commitsSince, sourcesOf, titlesOf, type Commit, type Sentence } from './sources.ts';
import { commitFaults, subjectFaults } from './subjects.ts';

const vale = { package: 'github.com/vale-cli/vale/v3/cmd/vale', version: 'v3.21.0', hasC: true } as const;
const root = join(import.meta.dirname, '../..');

interface Alert {
  Line: number;
  Message: string;
}

const folder = mkdtempSync(join(tmpdir(), 'prose-'));
try {
  const [descriptions, titles] = [join(folder, 'descriptions.md'), join(folder, 'titles.md')];
  const [pages, sources] = [pagesOf(root), sourcesOf(root)];
  const sentences = titlesOf(root, sources);
  const since = (file: string): Commit[] | undefined => commitsSince(root, readFileSync(join(root, '.ci', file), 'utf8').trim());
  const subjects = since('commits-since')?.filter(({ parents }) => parents < 2);
  const faults = [
    ...(subjects ?? []).map((commit) => ({ ...commit, found: subjectFaults(commit.subject) })),
    ...(since('bodies-since') ?? []).map((commit) => ({ ...commit, found: commitFaults(commit) })),
  ];
  writeFileSync(descriptions, descriptionsOf(JSON.parse(readFileSync(join(root, 'services/gateway/generated/openapi.json'), 'utf8'))));
  writeFileSync(titles, paragraphs(sentences));
  const found = JSON.parse(
    runGoTool(vale, ['--config', join(root, '.vale.ini'), '--no-exit', '--output', 'JSON', ...pages, ...sources, descriptions, titles]),
  ) as Record<string, Alert[]>;
  const alerts = Object.entries(found).flatMap(([file, ofFile]) =>
    ofFile.map(({ Line, Message }) => `${file === titles ? sentences[(Line - 1) / 2]!.place : `${file}:${Line}`}: ${Message}`),
  );
  alerts.push(...faults.flatMap(({ place, subject, found: ofCommit }) => ofCommit.map((fault) => `${place} ${subject}: ${fault}`)));
  const commits = subjects ? `${subjects.length} commits` : 'no commits, since this clone lacks the one of .ci/commits-since';
  const read = `${pages.length} pages, the public document, ${sources.length} sources, ${sentences.length} titles, ${commits}`;
  process.stdout.write([...alerts, `${read}: ${alerts.length} breaches\n`].join('\n'));
  if (alerts.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** Each sentence as a paragraph of its own. */
function paragraphs(sentences: readonly Sentence[]): string {
  return sentences.map(({ text }) => `${text}\n`).join('\n');
}

/** Every description of a document as a paragraph of its own. */
function descriptionsOf(part: unknown): string {
  if (typeof part !== 'object' || part === null) return '';
  return Object.entries(part)
    .map(([key, value]) => (key === 'description' && typeof value === 'string' ? `${value}\n\n` : descriptionsOf(value)))
    .join('');
}
