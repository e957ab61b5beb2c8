import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

const chart = join(import.meta.dirname, '../../charts/partner-ordering');

/** A rule of Prometheus: an alert, or a metric of its own. */
export type Rule = { expr: string } & ({ alert: string; record?: never } | { record: string; alert?: never });

/** The chart's rules of Prometheus, in their order. */
export function chartRules(): Rule[] {
  const { groups } = parse(readFileSync(join(chart, 'files/alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

interface Panel {
  targets?: { expr: string }[];
  panels?: Panel[];
}

/** The PromQL expressions of the chart's dashboard: those of its panels, and what its variables are read from. */
export function dashboardExpressions(): string[] {
  const dashboard = JSON.parse(readFileSync(join(chart, 'files/dashboard.json'), 'utf8')) as {
    panels: Panel[];
    templating: { list: { definition?: string }[] };
  };
  const expressionsOf = ({ targets = [], panels = [] }: Panel): string[] => [
    ...targets.map(({ expr }) => expr),
    ...panels.flatMap(expressionsOf),
  ];
  const variables = dashboard.templating.list.flatMap(({ definition }) => /^label_values\((.+), \w+\)$/.exec(definition ?? '')?.[1] ?? []);
  return [...dashboard.panels.flatMap(expressionsOf), ...variables];
}

/** The metrics that a PromQL expression reads. Throws an Error with the expression if it is none. */
export function metricsIn(expression: string): string[] {
  const names = namesIn(expression, (name, parent) => name === 'Identifier' && parent === 'VectorSelector');
  if (names.length === 0) throw new Error(`it reads no metric: ${expression}`);
  return names;
}

/** The labels that a PromQL expression selects or groups by. */
export const labelsIn = (expression: string): string[] => namesIn(expression, (name) => name === 'LabelName');

function namesIn(expression: string, isWanted: (node: string, parent: string | undefined) => boolean): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`this is no PromQL, at ${from}: ${expression}`);
      if (isWanted(type.name, node.parent?.name)) names.push(expression.slice(from, to));
    },
  });
  return names;
}

/** The labels that a metric has in an answer of `/metrics`, in any of its series. */
export function labelsGiven(text: string, metric: string): string[] {
  const series = text.matchAll(new RegExp(`^${metric}\\{(.*)\\} `, 'gm'));
  return [...series].flatMap(([, labels]) => [...labels!.matchAll(/(\w+)="(?:[^"\\\\]|\\\\.)*"/g)].map(([, name]) => name!));
}

/** The metrics that an answer of `/metrics` has, with those that a histogram stands for. */
export function metricsGiven(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
  );
}
