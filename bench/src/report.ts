import { cpus, loadavg, release, totalmem, type } from 'node:os';

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

/** The date, the machine and its load. */
export function machineText(): string {
  const { model } = cpus()[0] ?? { model: 'unknown processor' };
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const versions = `${type()} ${release()}, Node ${process.versions.node}`;
  return `${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${model.trim()}, ${memory}, ${versions}; load ${loadavg()[0]!.toFixed(1)}.`;
}

/** The value that this share of the values does not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
