import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';

const chart = join(import.meta.dirname, '../../charts/partner-ordering');

/** The PromQL expressions of the chart's alerts, with a value in the place of each of the template's. */
export function alertExpressions(): string[] {
  const template = readFileSync(join(chart, 'templates/monitoring.yaml'), 'utf8');
  return [...template.matchAll(/^ {2}expr: (.+)$/gm)].map(([, text]) =>
    text!.replace(/\{\{-? \$in -?\}\}/g, 'namespace="n"').replace(/\{\{.*?\}\}/g, 'x'),
  );
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
