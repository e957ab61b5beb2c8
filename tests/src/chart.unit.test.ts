import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import { isInUnion } from '@partner-ordering/commerce';
import { serviceNames } from '@partner-ordering/kernel';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const chart = join(root, 'charts/partner-ordering');
const read = (file: string): string => readFileSync(join(chart, file), 'utf8');

interface Panel {
  id: number;
  title: string;
  type: string;
  options: object;
  fieldConfig: { defaults: { custom: object } };
  targets: object[];
}

/** The values that templates compute from the services' names, and values for tests. */
const notInChart = ['STRIPE_API_URL'];

interface Settled {
  properties: { settings: { properties: object } };
}

describe('Helm chart', () => {
  test('the network policies let each service reach those of the internal documents, and the gateway all', async () => {
    const { callable } = (await import(join(root, 'libs/service-client/generated/operations.ts'))) as {
      callable: Record<string, Record<string, readonly string[]>>;
    };
    const expected: Record<string, string[]> = { gateway: [...serviceNames] };
    for (const name of serviceNames) expected[name] = serviceNames.filter((other) => other in callable[name]!);
    assert.deepEqual(parse(read('files/service-calls.yaml')), expected);
  });

  test('the values name every service of the register, and no other', () => {
    const { services } = parse(read('values.yaml')) as { services: object };
    assert.deepEqual(Object.keys(services), ['gateway', ...serviceNames]);
  });

  test('the values have every number that docs/operators/configuration.md lists for one service', () => {
    const schema = JSON.parse(read('values.schema.json')) as { properties: { services: { properties: Record<string, Settled> } } };
    const settingsOf = (service: string) => Object.keys(schema.properties.services.properties[service]!.properties.settings.properties);
    const configuration = readFileSync(join(root, 'docs/operators/configuration.md'), 'utf8');
    const numbers = [...configuration.matchAll(/^\| `([A-Z_]+)` +\| (\w+) +\| `\d+`/gm)].filter(([, , service]) => service !== 'all');
    assert.ok(numbers.length > 10);
    const missing = numbers.filter(([, name, service]) => !settingsOf(service!).includes(name!)).map(([, name]) => name);
    assert.deepEqual(missing, []);
  });

  test('the values have every other variable that docs/operators/configuration.md lists for one service', () => {
    const configuration = readFileSync(join(root, 'docs/operators/configuration.md'), 'utf8');
    const serviceVariables = [...configuration.matchAll(/^\| (`[A-Z_`, ]+`) +\| (\w+) +\|/gm)].filter(([, , service]) =>
      ['gateway', ...serviceNames].includes(service!),
    );
    const variables = serviceVariables.flatMap(([, names]) => [...names!.matchAll(/[A-Z_0-9]+/g)].map(([name]) => name));
    assert.ok(variables.length > 30);
    const chartText = `${read('templates/_settings.tpl')}\n${read('values.schema.json')}`;
    const missing = variables.filter((name) => !new RegExp(`\\b${name}(_FILE)?\\b`).test(chartText));
    assert.deepEqual(missing.toSorted(), notInChart.toSorted());
  });

  test('the pods of a service double at most every 30 s, and one ends a minute', () => {
    const [behavior] = /^ {2}behavior:\n(?: {4}.*\n)+/m.exec(read('templates/services.yaml'))!;
    assert.deepEqual(parse(behavior), {
      behavior: {
        scaleUp: { stabilizationWindowSeconds: 30, policies: [{ type: 'Percent', value: 100, periodSeconds: 30 }] },
        scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] },
      },
    });
  });

  test("a seller's VAT number is required for exactly the countries for which billing requires it", () => {
    const [, listed] = /\$union := list ([A-Z" ]+)/.exec(read('templates/_settings.tpl'))!;
    const chartCodes = listed!.trim().replaceAll('"', '').split(' ');
    assert.deepEqual(chartCodes.filter(isInUnion), chartCodes);
    const allCodes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((one) => [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((two) => one + two));
    assert.deepEqual(chartCodes, allCodes.filter(isInUnion));
  });

  test("the dashboard's panels and queries match the schemas of Grafana", () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const schema = (name: string): { definitions: object } =>
      JSON.parse(readFileSync(join(root, `charts/examples/schemas/grafana-${name}.json`), 'utf8')) as { definitions: object };
    const assertValid = (title: string, value: unknown, valueSchema: object): void =>
      assert.ok(ajv.validate(valueSchema, value), `${title}: ${ajv.errorsText(ajv.errors)}`);
    const part = (name: string, definition: string): object => ({ ...schema(name), $ref: `#/definitions/${definition}` });
    const dashboard = JSON.parse(read('files/dashboard.json')) as { panels: Panel[] };
    assertValid('dashboard', dashboard, schema('dashboard'));
    for (const { title, type, options, fieldConfig, targets } of dashboard.panels) {
      assert.equal(type, 'timeseries');
      assertValid(title, options, part('timeseries', 'Options'));
      assertValid(title, fieldConfig.defaults.custom, part('timeseries', 'FieldConfig'));
      for (const target of targets) assertValid(title, target, part('prometheus', 'Dataquery'));
    }
    const ids = dashboard.panels.map(({ id }) => id);
    assert.deepEqual(ids, [...new Set(ids)]);
  });

  test('the pod of helm test has every file that its program imports', () => {
    const programFiles = [.../list((?: "[\w-]+\.ts")+)/.exec(read('templates/tests/order.yaml'))![1]!.matchAll(/"([^"]+)"/g)].map(
      ([, file]) => file!,
    );
    const imported = programFiles.flatMap((file) => [...read(`files/${file}`).matchAll(/ from '\.\/([^']+)'/g)].map(([, other]) => other!));
    assert.deepEqual([...new Set([...imported, 'place-order.ts'])].toSorted(), programFiles.toSorted());
  });
});
