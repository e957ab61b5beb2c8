import { cpus, loadavg, release, totalmem, type } from 'node:os';
import type { Figures } from './measure.ts';

/** Our figures of an operation, then those of the hand-written server; `aim` is the least ratio of their requests per second. */
export interface Operation {
  name: string;
  aim: number;
  figures: [Figures, Figures];
}

export const aims = { get: 0.4, list: 0.5, post: 0.2 } as const;

const rounded = (value: number): string => Math.round(value).toLocaleString('en');
const percent = (value: number): string => `${(value * 100).toFixed(0)} %`;

/** The sum of a side's processes, with its parts where there are several. */
function cpuText(parts: readonly number[]): string {
  const sum = rounded(parts.reduce((total, part) => total + part, 0));
  return parts.length === 1 ? sum : `${sum} (${parts.map(rounded).join(' + ')})`;
}

/** A line for our side, and one for the hand-written server's. */
function rows({ name, aim, figures: [ours, other] }: Operation): string[][] {
  const line = (operation: string, side: string, of: Figures, ratio: string, text: string): string[] => [
    ...[operation, side, rounded(of.requestsPerSecond), cpuText(of.nodeMicroseconds), rounded(of.postgresMicroseconds)],
    ...[of.p50Ms.toFixed(1), of.p99Ms.toFixed(1), ratio, text],
  ];
  return [
    line(name, 'gateway + ordering', ours, percent(ours.requestsPerSecond / other.requestsPerSecond), `≥ ${percent(aim)}`),
    line('', 'hand-written', other, '', ''),
  ];
}

const head = ['operation', 'server', 'requests/s', 'Node µs', 'PostgreSQL µs', 'p50 ms', 'p99 ms', 'ratio', 'aim'];

/** A table of Markdown; the first line is its head, columns from `numbers` on are figures. */
export function table(lines: readonly (readonly string[])[], numbers = 2): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const text = lines.map(
    (line) =>
      `| ${line.map((cell, column) => (column < numbers ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width, column) => (column < numbers ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [text[0], rule, ...text.slice(1)].join('\n');
}

/** The figures beside their aims. */
export const figuresText = (operations: readonly Operation[]): string => table([head, ...operations.flatMap(rows)]);

/** What it was measured on, and the load of the machine. */
export function machineText(postgresVersion: string, now: Date): string {
  const { model } = cpus()[0] ?? { model: 'unknown processor' };
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const versions = `${type()} ${release()}, Node ${process.versions.node}, PostgreSQL ${postgresVersion}`;
  return `${now.toISOString().slice(0, 10)}: ${cpus().length} × ${model.trim()}, ${memory}, ${versions}; load ${loadavg()[0]!.toFixed(1)}.`;
}
