import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** CPU time of a process in seconds, user and system, without its children (proc(5), `/proc/<pid>/stat`). */
export function cpuOf(pid: number): number {
  const { own } = statOf(pid)!;
  return own / TICKS_PER_SECOND;
}

/** CPU time in seconds of all processes that a process started, of those that have ended too. */
export function cpuOfDescendants(pid: number): number {
  const stats = descendantsOf(pid).map(statOf);
  return stats.reduce((sum, stat) => sum + (stat ? stat.own + stat.ended : 0), 0) / TICKS_PER_SECOND;
}

/** CPU time in seconds of a process and of all that it started, of those that have ended too. */
export function cpuOfTree(pid: number): number {
  const { own, ended } = statOf(pid)!;
  return (own + ended) / TICKS_PER_SECOND + cpuOfDescendants(pid);
}

/** The processes that a process started, and those that these started. */
export function descendantsOf(pid: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const children = Map.groupBy(all, (each) => statOf(each)?.parent);
  const below = (parent: number): number[] => (children.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** Ticks of a process and of its ended children; undefined for a process that has ended. */
function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The process name before the last parenthesis may hold blanks.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return { parent: fields[1]!, own: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! };
}
