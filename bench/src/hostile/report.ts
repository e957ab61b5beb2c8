import { availableParallelism } from 'node:os';
import { table } from '../report.ts';
import type { HonestRequest, HonestResult } from './honest.ts';
import type { Peaks } from './memory.ts';
import { percentile } from '../percentile.ts';

/** What an attack did to others. */
export interface Finding {
  name: string;
  before: HonestResult;
  during: HonestResult;
  after: HonestResult;
  /** The same attack on a server that does nothing with it. */
  dummy: HonestResult;
  peaks: Peaks;
  bytes: number;
  /** Of the machine, within the last minute. */
  load: number;
}

/** What `npm start` promises, in docs/configuration.md. */
const MOST_BYTES = 450_000_000;
const QUIET_TIMES = 3;
const ABOVE_DUMMY_MS = 100;

const kinds = ['request', 'sign-in'] as const satisfies HonestRequest['kind'][];

/** The time that this share of all does not exceed; NaN of none. */
function at(times: readonly number[], share: number): number {
  return (
    percentile(
      times.toSorted((one, other) => one - other),
      share,
    ) ?? NaN
  );
}

/** Whether half and 99 of 100 honest requests met their aim, each alike. */
function isMet({ before, during, dummy }: Finding, kind: HonestRequest['kind']): boolean {
  return [0.5, 0.99].every((share) => {
    const of = ({ times }: HonestResult): number => at(times[kind], share);
    return of(during) <= Math.max(QUIET_TIMES * of(before), of(dummy) + ABOVE_DUMMY_MS);
  });
}

/** Whether the attack let everybody else go on, within the promised memory. */
export const holds = (finding: Finding): boolean =>
  kinds.every((kind) => isMet(finding, kind)) && finding.during.failures.length === 0 && finding.peaks.main <= MOST_BYTES;

const megabytes = (bytes: number): string => Math.round(bytes / 1_000_000).toLocaleString('en');

const head = ['attack', 'others', 'before', 'during', 'after', 'dummy', 'aim', 'failed', 'main MB', 'PostgreSQL', 'decoder', 'sent MB'];

/** The figures beside their aims; times are p50 / p99 in milliseconds. */
export function hostileText(findings: readonly Finding[]): string {
  const lines = findings.flatMap((finding) => {
    const { name, before, during, after, dummy, peaks, bytes } = finding;
    return kinds.map((kind, index) => {
      const times = ({ times: of }: HonestResult): string => `${at(of[kind], 0.5).toFixed(0)} / ${at(of[kind], 0.99).toFixed(0)}`;
      const memory = [peaks.main, peaks.postgres, peaks.decoder, bytes].map(megabytes);
      const once = (cells: string[]): string[] => (index === 0 ? cells : cells.map(() => ''));
      return [
        ...[...once([name]), `${kind}s`, times(before), times(during), times(after), times(dummy), isMet(finding, kind) ? 'met' : 'missed'],
        ...once([String(during.failures.length), ...memory]),
      ];
    });
  });
  const load = `${Math.min(...findings.map((one) => one.load)).toFixed(1)} to ${Math.max(...findings.map((one) => one.load)).toFixed(1)}`;
  const most = megabytes(Math.max(...findings.map(({ peaks }) => peaks.main)));
  return `${table([head, ...lines])}\n\nMost memory of \`npm start\`: ${most} MB (aim: ≤ ${megabytes(MOST_BYTES)}). Load of the machine: ${load} on ${availableParallelism()} cores.`;
}
