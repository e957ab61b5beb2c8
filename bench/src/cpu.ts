import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** CPU time of a process in seconds, user and system, without its children (proc(5), `/proc/<pid>/stat`). */
export function cpuOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The process name before the last parenthesis may hold blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
