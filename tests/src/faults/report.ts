import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seconds, type Fault, type Outcome } from './fault.ts';

const document = join(import.meta.dirname, '../../../docs/developers/guarantees.md');
const begin = '<!-- measured: begin -->';
const end = '<!-- measured: end -->';

/** The outcome of each fault that was tried. */
export type Results = readonly { fault: Fault; outcome: Outcome }[];

/** Whether everything that was promised held. */
export const isKept = ({ lostOrders, doubledOrders, brokenPromises }: Outcome): boolean =>
  lostOrders === 0 && doubledOrders === 0 && brokenPromises.length === 0;

/** The table, in Markdown. */
export function tableOf(results: Results): string {
  const rows = results.map(({ fault, outcome: { times, lostOrders, doubledOrders, longestOutageMs, notes } }) => [
    fault.name,
    ...[times, lostOrders, doubledOrders].map(String),
    seconds(longestOutageMs),
    notes.join('; '),
  ]);
  return aligned([['fault', 'times', 'lost', 'doubled', 'longest outage', 'besides'], ...rows]);
}

/** Puts the table into docs/developers/guarantees.md. */
export function writeTable(table: string): void {
  const text = readFileSync(document, 'utf8');
  const before = text.slice(0, text.indexOf(begin) + begin.length);
  writeFileSync(document, `${before}\n\n${table}\n\n${text.slice(text.indexOf(end))}`);
}

function aligned(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`);
  return [lines[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.slice(1)].join('\n');
}
