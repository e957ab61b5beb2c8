/** The table of values in the chart's README, from values.schema.json and values.yaml. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { formatted } from './format.ts';
import { inCell, withMarked } from './marked.ts';

/** The part of a JSON schema that the table needs. */
export interface ValueSchema {
  description?: string;
  properties?: Record<string, ValueSchema>;
}

/** A value with its path, `image.tag`. */
interface ChartValue {
  path: string;
  fallback: unknown;
  description: string;
}

/** The name of the definitions to which the schema refers for the others; they have no defaults. */
const NOT_LISTED = 'global';

/** Every value at the end of a path. Throws an Error that names one without a description. */
export function chartValues(schema: ValueSchema, defaults: unknown, path: readonly string[] = []): ChartValue[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (name === NOT_LISTED) return [];
    const at = [...path, name];
    if (property.description === undefined) throw new Error(`${at.join('.')} has no description in values.schema.json`);
    const fallback = (defaults as Record<string, unknown> | undefined)?.[name];
    if (property.properties && name !== 'settings') return chartValues(property, fallback, at);
    return [{ path: at.join('.'), fallback, description: property.description }];
  });
}

const cellText = (value: unknown): string => (value === '' || value === null ? '' : `\`${inCell(JSON.stringify(value))}\``);

/** A value with the same meaning for each service is listed once, even if its defaults differ. */
const ofEachService = (path: string): string => path.replace(/^services\.\w+/, 'services.<service>');

function defaultOf(group: readonly ChartValue[]): string {
  const [first, ...otherFallbacks] = new Set(group.map(({ fallback }) => cellText(fallback)));
  return otherFallbacks.length === 0 ? first! : 'in `values.yaml`';
}

const folder = join(import.meta.dirname, '../charts/partner-ordering');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** The README of the chart as it should be, with the table between its two marks. */
export async function currentReadme(): Promise<string> {
  const values = chartValues(JSON.parse(read('values.schema.json')) as ValueSchema, parse(read('values.yaml')));
  const groups = Map.groupBy(values, ({ path, description }) => `${ofEachService(path)} ${description}`);
  const rows = [...groups.values()].map((group) => {
    const [{ path, description }] = group as [ChartValue];
    const name = group.length === 1 ? path : ofEachService(path);
    return `| \`${name}\` | ${defaultOf(group)} | ${inCell(description)} |`;
  });
  const table = ['| value | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
  return formatted('README.md', withMarked(read('README.md'), 'values', table));
}
