import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

interface Times {
  own: number;
  ofEndedChildren: number;
}

/** proc(5), `/proc/<pid>/stat`; the name in it may hold blanks and parentheses. */
function timesOf(pid: number | string): Times {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return { own: fields[11]! + fields[12]!, ofEndedChildren: fields[13]! + fields[14]! };
}

/** CPU time of one process in seconds, user and system, without its children. */
export const cpuOf = (pid: number): number => timesOf(pid).own / TICKS_PER_SECOND;

/** Of a process and all its children, those included that have ended: a whole PostgreSQL by its postmaster. */
export function cpuOfFamily(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
  const { own, ofEndedChildren } = timesOf(pid);
  return children.reduce((sum, child) => sum + ownOf(child), own + ofEndedChildren) / TICKS_PER_SECOND;
}

function ownOf(child: string): number {
  try {
    return timesOf(child).own;
  } catch {
    return 0; // it has ended meanwhile
  }
}
