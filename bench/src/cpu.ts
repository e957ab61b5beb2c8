import { readdirSync, readFileSync } from 'node:fs';

/** CPU time in seconds, user and system; undefined where there is no /proc. */
export type CpuSeconds = number | undefined;

const TICKS_PER_SECOND = 100;

interface Times {
  parent: number;
  own: number;
  ofEndedChildren: number;
}

/** proc(5), `/proc/<pid>/stat`; the name in it may hold blanks and parentheses. */
function timesOf(pid: number | string): Times | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1]!, own: fields[11]! + fields[12]!, ofEndedChildren: fields[13]! + fields[14]! };
  } catch {
    return undefined;
  }
}

/** Of one process, without its children. */
export function cpuOf(pid: number): CpuSeconds {
  const own = timesOf(pid)?.own;
  return own === undefined ? undefined : own / TICKS_PER_SECOND;
}

/** Of a process and all its children, those included that have ended: a whole PostgreSQL by its postmaster. */
export function cpuOfFamily(pid: number): CpuSeconds {
  const parent = timesOf(pid);
  if (!parent) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((times) => times?.parent === pid);
  return children.reduce((sum, child) => sum + child!.own, parent.own + parent.ofEndedChildren) / TICKS_PER_SECOND;
}
