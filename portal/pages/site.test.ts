import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Document, operationsOf, referenceName, type Schema } from '@partner-ordering/openapi';
import { DEMO_ORIGIN } from '../guides/demo-origin.ts';
import { root } from '../guides/markdown.ts';
import { anchorsOf, fileAt, filesOfSite, readSite, servedDocument } from './built-site.ts';
import { eventAnchor, eventsOf } from './events.ts';
import { agentOperations, asAgentDocument } from './openapi-agent.ts';

const operationIds = new Set([...operationsOf(servedDocument)].map(({ operation }) => operation.operationId));
const { ErrorReason, ErrorCode } = servedDocument.components.schemas!;
const namesOf = (schema = {} as { 'x-extensible-enum'?: unknown }): string[] => schema['x-extensible-enum'] as string[];

/** Whether a link of a page leads somewhere. The reference opens operations by their names; only the portal is looked into. */
function leads(link: string, from: string): boolean {
  const { origin, pathname, hash } = new URL(link, `https://portal.test/docs/${from.replace(/(?:index)?\.html$/, '')}`);
  const anchor = decodeURIComponent(hash.slice(1));
  if (origin !== 'https://portal.test' || pathname === '/console/') return true;
  if (pathname === '/docs/reference/') return anchor === '' || operationIds.has(anchor);
  const file = fileAt(pathname);
  return file !== undefined && (anchor === '' || anchorsOf(file).has(anchor));
}

const linksIn = (file: string): string[] => {
  if (file.endsWith('.html')) return [...readSite(file).matchAll(/\shref="([^"]+)"/g)].map(([, link]) => link!.replaceAll('&amp;', '&'));
  return [
    ...readSite(file)
      .replaceAll(/^```.*?^```$/gms, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, link]) => link!);
};

test('every link of every page, in HTML and Markdown, leads to a page and an anchor', () => {
  const files = filesOfSite('{*.html,**/*.md,llms.txt}');
  assert.ok(files.length > 400, `${files.length} pages: npm run build -w portal`);
  const dead = files.flatMap((file) => linksIn(file).flatMap((link) => (leads(link, file) ? [] : [`${file}: ${link}`])));
  assert.deepEqual([...new Set(dead)], []);
});

test('every page is listed in llms.txt', () => {
  const listed = linksIn('llms.txt').map((link) => link.replace('/docs/', ''));
  assert.deepEqual(
    filesOfSite('{.,operations}/*.md').filter((file) => !listed.includes(file)),
    ['index.md'],
  );
});

test('every operation has a page of at most 12,000 bytes', () => {
  const pages = filesOfSite('operations/*.md');
  assert.deepEqual(new Set(pages), new Set([...operationIds].map((name) => `operations/${name}.md`)));
  assert.deepEqual(
    pages.filter((file) => Buffer.byteLength(readSite(file)) > 12_000),
    [],
  );
});

test('a page of an operation has its rights, parameters, body, answers, errors and an example, and links to what is deeper', () => {
  const page = readSite('operations/createProject.md');
  for (const part of [
    '# createProject\n\n`POST /v1/projects`\n\nOrders a product',
    'Needs the scope `base`.',
    '"title": "A logo for the spring campaign"',
    '| `Idempotency-Key` | header | string |',
    '| `price` | [PriceApproval](/docs/schemas/PriceApproval.md) or null |',
    '### 201\n\nCreated.',
    '| 400 | Data is missing or invalid.',
  ])
    assert.ok(page.includes(part), part);
  assert.match(readSite('operations/listProjects.md'), /^\| `owner` \| \[UserReference\]/m);
  assert.match(readSite('schemas/PriceApproval.md'), /^\| `amount` \| /m);
});

test('every page has a value where its code shows an example', () => {
  const codeIn = (file: string): readonly string[] => readSite(file).match(/^```.*?^```$/gms) ?? [];
  assert.ok(codeIn('events.md').length > 40);
  assert.deepEqual(
    filesOfSite('*.md').filter((file) => codeIn(file).includes('```\nundefined\n```')),
    [],
  );
});

test('the copy button of a block of requests takes one step', () => {
  const blocks = filesOfSite('**/*.md').flatMap((file) => readSite(file).match(/^```(?:bash|ts|python)\n.*?^```$/gms) ?? []);
  const steps = blocks.map((block) => block.match(/^(?:#|\/\/) [A-Z]\w+ .*\.$/gm)?.length ?? 0);
  assert.ok(steps.filter((count) => count === 1).length > 100);
  assert.deepEqual(
    blocks.filter((_, index) => steps[index]! > 1),
    [],
  );
});

test('no page in Markdown names the address of the demo, which is not that of the reader', () => {
  assert.deepEqual(
    filesOfSite('**/*.md').filter((file) => readSite(file).includes(DEMO_ORIGIN)),
    [],
  );
});

test('every workflow is served and listed, and reads the document beside it', () => {
  const files = filesOfSite('*.arazzo.yaml');
  assert.equal(files.length, 9);
  const listed = linksIn('llms.txt');
  const faulty = files.filter((file) => {
    const text = readSite(file);
    const sources = text.match(/^ +type: openapi\n +url: \S+$/gm) ?? [];
    return sources.length !== 1 || !sources[0]!.endsWith('/docs/openapi.json') || text.includes('../') || !listed.includes(`/docs/${file}`);
  });
  assert.deepEqual(faulty, []);
});

test('the `Link` of every recorded error leads to its paragraph', () => {
  const recordings = globSync('tests/golden/*/*.http', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const links = recordings.flatMap((text) => [...text.matchAll(/^link: <(.+)>; rel="service-doc"$/gm)].map(([, link]) => link!));
  assert.ok(new Set(links).size > 5, String(new Set(links).size));
  assert.deepEqual(
    [...new Set(links)].filter((link) => !link.includes('#') || !leads(link, '')),
    [],
  );
});

test('every reason, code, event and operation has an anchor of its name', () => {
  const [errors, events, operations] = ['errors.html', 'events.html', 'operations.html'].map(anchorsOf);
  const missing = [
    ...[...namesOf(ErrorReason), ...namesOf(ErrorCode)].filter((name) => !errors!.has(name)),
    ...eventsOf(servedDocument).filter(({ type }) => !events!.has(eventAnchor(type))),
    ...[...operationIds].filter((name) => !operations!.has(name)),
  ];
  assert.deepEqual(missing, []);
});

test('the document in OpenAPI 3.0 keeps to the specification, with all operations', () => {
  const file = join(root, 'portal/dist/openapi-3.0.json');
  execFileSync(join(root, 'node_modules/.bin/redocly'), ['lint', file, '--extends=spec'], { stdio: 'pipe' });
  const { openapi, paths } = JSON.parse(readFileSync(file, 'utf8')) as typeof servedDocument;
  assert.deepEqual([openapi, Object.keys(paths)], ['3.0.3', Object.keys(servedDocument.paths)]);
});

test('the document for agents has their 20 operations in 80,000 bytes, and satisfies Spectral', () => {
  const settings = ['--ruleset', join(root, 'openapi/spectral.yaml'), '--fail-severity', 'warn'];
  execFileSync(join(root, 'node_modules/.bin/spectral'), ['lint', join(root, 'portal/dist/openapi-agent.json'), ...settings], {
    stdio: 'pipe',
  });
  const text = readSite('openapi-agent.json');
  assert.ok(Buffer.byteLength(text) <= 80_000, `${Buffer.byteLength(text)} bytes`);
  const names = [...operationsOf(JSON.parse(text) as Document)].map(({ operation }) => operation.operationId);
  assert.deepEqual(names.toSorted(), agentOperations.toSorted());
  assert.equal(names.length, 20);
});

test('a body of the document for agents has only fields that decide nothing for the person', () => {
  const { AgentCreateProject, AgentUpdateProject, AgentCreateMessage } = asAgentDocument(servedDocument).components.schemas!;
  const fieldsOf = ({ properties }: Schema) => Object.keys(properties!).join(' ');
  const ofDraft = 'title description product organization options price state quantity specific_request brief_files';
  assert.equal(fieldsOf(AgentCreateProject!), ofDraft);
  assert.deepEqual(AgentCreateProject!.properties!['state']!.enum, ['draft']);
  assert.equal(fieldsOf(AgentUpdateProject!), 'title description options quantity price brief_files');
  assert.equal(fieldsOf(AgentCreateMessage!), 'message attached_files');
});

test('a write of the document for agents takes such a body, and shows what it made', () => {
  const operations = [...operationsOf(asAgentDocument(servedDocument))].filter(({ operation }) => operation.requestBody);
  const described = operations.map(({ operation: { operationId, requestBody, responses } }) => {
    const body = referenceName(requestBody!.content['application/json']!.schema!.$ref!);
    const answers = Object.entries(responses).map(([status, { content }]) => `${status} ${content !== undefined}`);
    return [operationId, body, ...answers].join(' ');
  });
  assert.deepEqual(described, [
    'createProject AgentCreateProject 201 true default false',
    'dryRunProject ProjectCreate 200 true default false',
    'updateProject AgentUpdateProject 200 true 204 false default false',
    'createMessage AgentCreateMessage 201 true default false',
  ]);
});

test('no text of the document for agents says how to publish, choose, accept or cancel', () => {
  const found = /state: published|type: accept|PUT[^"]{0,40}winner|winner[^"]{0,40}PUT|status: canceled|ETag/;
  assert.doesNotMatch(JSON.stringify(asAgentDocument(servedDocument)), found);
});

test('a field of agents that the document lacks is an error', () => {
  const changed = structuredClone(servedDocument);
  delete changed.components.schemas!['ProjectUpdate']!.properties!['brief_files'];
  assert.throws(() => asAgentDocument(changed), /updateProject has no field brief_files/);
});

test('an operation of agents that the document lacks is an error', () => {
  const { '/v1/works/{gid}': _, ...paths } = servedDocument.paths;
  assert.throws(() => asAgentDocument({ ...servedDocument, paths }), /19 operations of agents/);
});
