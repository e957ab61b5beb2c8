import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { closed, eventsOf } from '@partner-ordering/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Document, exampleOf, methods, type Schema } from '@partner-ordering/openapi';
import { root } from './documents.ts';
import { recordedEvents } from './event-examples.ts';
import { exchangesIn, FORM, type Exchange } from './examples.ts';

const document = closed(JSON.parse(readFileSync(join(root, 'services/gateway/generated/openapi.json'), 'utf8')) as Document);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => (item[method] === undefined ? [] : [{ path, ...item[method] }])),
);
const gid = '{gid}';

/** The bodies of requests and answers, with their examples; not files and pages. */
const bodies = operations.flatMap(({ operationId, requestBody, responses }) =>
  [['request', requestBody] as const, ...Object.entries(responses)].flatMap(([name, part]) => {
    const content = part?.content?.['application/json'] ?? part?.content?.[FORM];
    if (content === undefined || /^[45d]/.test(name)) return [];
    const { schema, example, examples = { one: { value: example } } } = content;
    return [{ title: `${operationId} ${name}`, schema, examples: Object.values(examples).map(({ value }) => value) }];
  }),
);

/** The events of webhooks, with their examples. */
const events = eventsOf(document).map(({ type, schema, example }) => ({ title: type, schema, examples: [example] }));

// One schema for all, so that each component is compiled once.
const $defs = Object.fromEntries([...bodies, ...events].map(({ title, schema }) => [title, schema as Schema]));
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ components: document.components, $defs }, 'document');
/** The errors of a body or an event by its schema. */
function errorsOf(title: string, value: unknown): string[] {
  const validate = ajv.getSchema(`document#/$defs/${encodeURIComponent(title)}`);
  if (validate === undefined) return [`${title}: unknown`];
  return validate(value) === true ? [] : [`${title}: ${ajv.errorsText(validate.errors)}`];
}

const links = operations.flatMap((from) =>
  Object.entries(from.responses).flatMap(([status, response]) =>
    Object.values(response.links ?? {}).map((link) => ({ from, status, link })),
  ),
);

const exchangesOf = (operationId: string): Exchange[] =>
  globSync(`tests/golden/*/${operationId}.http`, { cwd: root }).flatMap((file) => exchangesIn(readFileSync(join(root, file), 'utf8')));

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((targets, key) => (targets as Record<string, unknown> | undefined)?.[key], value);

/** The value of a link's expression in an exchange. @param template the path of the operation that was asked */
function valueOf(expression: string, template: string, { path, answer }: Exchange): string {
  const [, pointer] = expression.split('$response.body#');
  if (pointer !== undefined) return String(valueAt(answer, pointer));
  return path.split('/')[template.split('/').indexOf(`{${expression.slice('$request.path.'.length)}}`)] ?? expression;
}

describe('the public document', () => {
  test('every JSON body and every form has an example, unless its fields have it, since options of products read as schemas', () => {
    const bodiesWithoutExample = bodies.filter(({ examples }) => examples.includes(undefined)).map(({ title }) => title);
    const products = ['listProducts 200', 'getProduct 200', 'listOrganizationProducts 200'];
    assert.deepEqual(bodiesWithoutExample, products, 'the first request of tests/golden that is not refused has it, or the document');
  });

  test('every event has an example, and every example satisfies its schema', () => {
    assert.ok(events.length > 40, String(events.length));
    const exampleErrors = [...bodies, ...events].flatMap(({ title, schema, examples }) =>
      examples.flatMap((example) => errorsOf(title, example ?? exampleOf(document, schema!))),
    );
    assert.deepEqual(exampleErrors, [], 'an event that the golden corpus does not have says x-webhook-example');
  });

  test('the fields of a product have the examples of one product', () => {
    for (const [operationId, productOf] of [
      ['getProduct', (body: unknown) => body],
      ['listProducts', (body: unknown) => valueAt(body, '/items/0')],
    ] as const) {
      const { answer } = exchangesOf(operationId).find(({ status }) => status === '200')!;
      const { schema } = bodies.find(({ title }) => title === `${operationId} 200`)!;
      // All products have the same schemas of options.
      const recorded = { ...(productOf(answer) as object), available_options: {} };
      assert.deepEqual({ ...(productOf(exampleOf(document, schema!)) as object), available_options: {} }, recorded, operationId);
    }
  });

  test('every example of a field satisfies its schema', () => {
    const fields = Object.entries(document.components.schemas!).flatMap(([schema, { properties = {} }]) =>
      Object.entries(properties).flatMap(([field, { examples = [] }]) =>
        examples.map((example) => ({ place: `${schema}/properties/${field}`, example })),
      ),
    );
    assert.ok(fields.length > 20, String(fields.length));
    const wrong = fields.filter(({ place, example }) => !ajv.validate({ $ref: `document#/components/schemas/${place}` }, example));
    assert.deepEqual(wrong, []);
  });

  test('every event in the golden corpus satisfies its schema', () => {
    const recordedEventList = recordedEvents();
    assert.ok(recordedEventList.length > 80, String(recordedEventList.length));
    assert.deepEqual(
      recordedEventList.flatMap((event) => errorsOf(event.type, event)),
      [],
    );
  });

  test('every identifier of a request has the fields of the reference in answers', () => {
    const fieldsOf = (schema: string) => Object.keys(document.components!.schemas![schema]!.properties!).toSorted();
    for (const [identifier, ...references] of [
      ['Identifier', 'WorkReference', 'MessageReference'],
      ['TitledIdentifier', 'ProductReference', 'CategoryReference', 'ProjectReference'],
      ['NumberedIdentifier', 'ReceiptReference'],
      ['OrganizationIdentifier', 'OrganizationReference'],
      ['UserIdentifier', 'UserReference'],
      ['WorkerIdentifier', 'WorkerReference'],
    ] as const)
      for (const reference of references) assert.deepEqual(fieldsOf(identifier), fieldsOf(reference), reference);
  });

  test('every list links to the read of its items, and every creation to the read of its resource', () => {
    const linked = links.map(({ from, link }) => [from.operationId, link.operationId, ...Object.values(link.parameters)].join(' '));
    for (const expected of [
      'listProjects getProject $response.body#/items/0/gid',
      'listMessages getMessage $request.path.gid $response.body#/items/0/gid',
      'listMemberships getMembership $request.path.gid $response.body#/items/0/organization/gid',
      'createApplication getApplication $response.body#/gid',
      'importPrices getPriceImport $request.path.gid $response.body#/gid',
    ])
      assert.ok(linked.includes(expected), `${expected}\n\n${linked.join('\n')}`);
    const reads = operations.filter(({ path, operationId }) => path.endsWith(gid) && operationId.startsWith('get'));
    const lists = new Set(operations.filter(({ operationId }) => operationId.startsWith('list')).map(({ path }) => path));
    for (const { path, operationId } of reads)
      if (lists.has(path.slice(0, -gid.length - 1)))
        assert.ok(
          linked.some((link) => link.includes(` ${operationId} `)),
          operationId,
        );
  });

  test('every link leads from an answer to the address of the resource in it', () => {
    const unproved = links.flatMap(({ from, status, link }) => {
      const { path = '' } = operations.find(({ operationId }) => operationId === link.operationId) ?? {};
      const found = exchangesOf(from.operationId).flatMap((exchange) => {
        const resource = valueAt(exchange.answer, status === '200' ? '/items/0' : '') as { href?: string } | undefined;
        if (exchange.status !== status || resource === undefined) return [];
        const target = path.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(link.parameters[name] ?? '', from.path, exchange));
        assert.equal(target, resource.href, `${from.operationId} to ${link.operationId}`);
        return [target];
      });
      return found.length === 0 ? [`${from.operationId} to ${link.operationId}`] : [];
    });
    assert.deepEqual(unproved, []);
  });
});
