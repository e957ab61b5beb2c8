import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Figures } from './measure.ts';
import type { Options } from './options.ts';
import type { Percentiles, ReceiptFigures } from './receipts.ts';
import type { TracesFigures } from './traces.ts';

/** Everything that a run has found; parts that were left out are undefined. */
export interface Report {
  postgresVersion: string;
  /** Per operation our figures, then those of the hand-written server. */
  operations: { name: string; aim: number; figures: [Figures, Figures] }[];
  /** The same list in the large table and in the small one. */
  scale: [Figures, Figures] | undefined;
  /** The list of the messages of a long conversation and of a short one. */
  messages: [Figures, Figures] | undefined;
  receipts: ReceiptFigures | undefined;
  traces?: TracesFigures[] | undefined;
  eventsPerSecond: number | undefined;
}

export const aims = { get: 0.4, list: 0.5, post: 0.2, scale: 1.3, drain: 15_000 } as const;

const rounded = (value: number | undefined): string => (value === undefined ? '–' : Math.round(value).toLocaleString('en'));
const percent = (value: number): string => `${(value * 100).toFixed(0)} %`;

/** The sum of a side's processes, with its parts where there are several. */
function cpuText(parts: readonly (number | undefined)[]): string {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length || known.length === 1) return rounded(known[0]);
  return `${rounded(known.reduce((sum, part) => sum + part, 0))} (${known.map(rounded).join(' + ')})`;
}

/** One line per side and operation. */
function rows({ operations, scale, messages, traces = [] }: Report): string[][] {
  const line = (operation: string, side: string, of: Figures, ratio: string, aim: string): string[] => [
    ...[operation, side, rounded(of.requestsPerSecond), cpuText(of.nodeMicroseconds), rounded(of.postgresMicroseconds)],
    ...[of.p50Ms.toFixed(1), of.p99Ms.toFixed(1), ratio, aim],
  ];
  const compared = operations.flatMap(({ name, aim, figures: [ours, other] }) => [
    line(name, 'gateway + ordering', ours, percent(ours.requestsPerSecond / other.requestsPerSecond), `≥ ${percent(aim)}`),
    line('', 'hand-written', other, '', ''),
  ]);
  /** How many times as much the first one costs. */
  const against = ([large, small]: [Figures, Figures], [first, second]: [string, string], aim: string): string[][] => {
    const factor = (small.requestsPerSecond / large.requestsPerSecond).toFixed(2);
    return [line(first, 'gateway + ordering', large, `${factor} ×`, aim), line(second, 'gateway + ordering', small, '', '')];
  };
  return [
    ...compared,
    ...(scale ? against(scale, ['LIST, large table', 'LIST, small table'], `≤ ${aims.scale} ×`) : []),
    ...(messages ? against(messages, ['messages of 10,000', 'messages of 10'], '') : []),
    ...traces.flatMap(({ name, figures: [plain, traced] }) => [
      line(name, 'gateway + ordering', traced, percent(traced.requestsPerSecond / plain.requestsPerSecond), ''),
      line('', 'without traces', plain, '', ''),
    ]),
  ];
}

const milliseconds = (value: number | undefined): string => (value === undefined ? '–' : `${value.toFixed(1)} ms`);

function receiptsText({ orders, visible, withPdf, backlog, perSecond, cpuMs }: ReceiptFigures): string {
  const times = ({ p50Ms, p99Ms }: Percentiles): string => `${p50Ms.toFixed(0)} ms (p50), ${p99Ms.toFixed(0)} ms (p99)`;
  return `Order finished → receipt visible: ${times(visible)}; → its PDF: ${times(withPdf)}; ${orders} orders, one after the other.
Receipts with PDF: ${perSecond.toFixed(0)} per second, out of a backlog of ${rounded(backlog)}. CPU for each: ${milliseconds(cpuMs.billing)} in billing, ${milliseconds(cpuMs.files)} in files, ${milliseconds(cpuMs.postgres)} in PostgreSQL. Load of the machine: ${loadavg()[0]!.toFixed(1)}.`;
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
export function figuresText(report: Report): string {
  const { receipts, eventsPerSecond } = report;
  const lines = rows(report);
  const drain =
    eventsPerSecond === undefined ? [] : [`Outbox drain: ${rounded(eventsPerSecond)} events/s (aim: ≥ ${rounded(aims.drain)}).`];
  return [...(lines.length > 0 ? [table([head, ...lines])] : []), ...(receipts ? [receiptsText(receipts)] : []), ...drain].join('\n\n');
}

/** What it was measured on. */
export function machineText({ postgresVersion }: Partial<Pick<Report, 'postgresVersion'>>, now: Date): string {
  const { model } = cpus()[0] ?? { model: 'unknown processor' };
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${now.toISOString().slice(0, 10)}: ${cpus().length} × ${model.trim()}, ${memory}, ${type()} ${release()}, Node ${process.versions.node}${postgresVersion === undefined ? '' : `, PostgreSQL ${postgresVersion}`}`;
}

/** Puts machine and figures into docs/performance.md, between its two marks. */
export function writeReport(report: Report, options: Options, { now, read }: { now: Date; read: (file: string) => string }): string {
  const size = `${rounded(options.organizations)} organizations, ${rounded(options.users)} users, ${rounded(options.projects)} projects (small table: ${rounded(options.smallProjects)}); ${options.connections} connections, ${options.seconds} s per operation and side.`;
  return writeFigures('figures', `${machineText(report, now)}.\n\n${size}\n\n${figuresText(report)}`, read);
}

/** Puts text between the marks of this name in a file of docs, and answers that file's path. */
export function writeFigures(name: string, content: string, read: (file: string) => string, document = 'performance.md'): string {
  const file = join(import.meta.dirname, '../../docs', document);
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const text = read(file);
  const [before, rest] = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end))];
  if (!text.includes(begin) || !text.includes(end)) throw new Error(`${file} has no place for the figures`);
  writeFileSync(file, `${before}${begin}\n\n${content}\n\n${rest}`);
  return file;
}
