import { readdirSync, readFileSync } from 'node:fs';

/** The most that was seen, in bytes. */
export interface Peaks {
  /** The process of `npm start`. */
  main: number;
  /** The same on average. */
  mainOnAverage: number;
  /** All processes of PostgreSQL together; what they share is counted once. */
  postgres: number;
  /** The largest process that decodes an image, 0 when there was none. */
  decoder: number;
}

/** Samples the processes of `npm start` until `stop`. */
export interface MemoryWatch {
  /** Peaks since the last call, or since the start. */
  peaks(): Peaks;
  stop(): void;
}

const OFTEN_MS = 50;
/** What PostgreSQL's processes share takes the kernel a while to add up. */
const SELDOM_MS = 1000;

/** Watches the process with this id and its children. Throws where there is no /proc. */
export function watchMemory(main: number): MemoryWatch {
  readStatus(main);
  let peaks = empty();
  let samples = 0;
  const watchClosely = (): void => {
    const resident = residentOf(main, 'VmRSS');
    peaks.main = Math.max(peaks.main, resident);
    samples += 1;
    peaks.mainOnAverage += (resident - peaks.mainOnAverage) / samples;
    for (const pid of childrenOf(main))
      if (commandOf(pid).includes('shrink-process')) peaks.decoder = Math.max(peaks.decoder, residentOf(pid, 'VmHWM'));
  };
  const watchPostgres = (): void => {
    const family = childrenOf(main).filter((pid) => commandOf(pid).includes('postgres'));
    const all = [...family, ...family.flatMap(childrenOf)];
    peaks.postgres = Math.max(
      peaks.postgres,
      all.reduce((sum, pid) => sum + proportionalOf(pid), 0),
    );
  };
  watchPostgres();
  const timers = [setInterval(watchClosely, OFTEN_MS), setInterval(watchPostgres, SELDOM_MS)];
  return {
    peaks: () => {
      watchClosely();
      const found = peaks;
      [peaks, samples] = [empty(), 0];
      return found;
    },
    stop: () => timers.forEach((timer) => clearInterval(timer)),
  };
}

const empty = (): Peaks => ({ main: 0, mainOnAverage: 0, postgres: 0, decoder: 0 });

/** A process that has ended meanwhile has nothing. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function readStatus(pid: number): string {
  const text = readFileSync(`/proc/${pid}/status`, 'latin1');
  if (!text.includes('VmRSS')) throw new Error('/proc does not tell how much memory a process has');
  return text;
}

const kilobytes = (text: string, name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
const residentOf = (pid: number, name: 'VmRSS' | 'VmHWM'): number => kilobytes(read(`/proc/${pid}/status`), name);
const proportionalOf = (pid: number): number => kilobytes(read(`/proc/${pid}/smaps_rollup`), 'Pss');
const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`);

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`, { encoding: 'latin1' });
  const text = threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`)).join(' ');
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map(Number);
}
