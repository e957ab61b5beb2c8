import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { chartValues, currentReadme, type ValueSchema } from './chart-readme.ts';

const chart = join(import.meta.dirname, '../charts/partner-ordering');
const read = (file: string): string => readFileSync(join(chart, file), 'utf8');

test("the chart's README lists the values of its schema with their defaults", async () => {
  assert.equal(read('README.md'), await currentReadme(), 'write it anew: npm run generate');
});

test('every default of the chart is described in its schema, and every value has a default', () => {
  const described = chartValues(JSON.parse(read('values.schema.json')) as ValueSchema, parse(read('values.yaml')));
  for (const { path, fallback } of described) assert.notEqual(fallback, undefined, `${path} has no default in values.yaml`);
  const paths = described.map(({ path }) => path);
  const leaves = (value: unknown, path: string[]): string[] =>
    paths.includes(path.join('.')) || typeof value !== 'object' || value === null
      ? [path.join('.')]
      : Object.entries(value).flatMap(([name, own]) => leaves(own, [...path, name]));
  assert.deepEqual(leaves(parse(read('values.yaml')), []).toSorted(), paths.toSorted());
});
