import type { Options } from '../options.ts';
import type { Waits } from './locks.ts';

/** How a number of instances of ordering did one kind of request. CPU is per request. */
export interface ReplicaFigures {
  replicas: number;
  operation: string;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  gatewayMicroseconds: number;
  orderingMicroseconds: number;
  postgresMicroseconds: number;
  waits: Waits;
}

/** The figures as a table; waits are the time that a request spends waiting on average, by Little's law. */
export function replicasText(figures: readonly ReplicaFigures[], { projects, connections, seconds }: Options): string {
  const waited = (sessions: number, requestsPerSecond: number): string => ((sessions / requestsPerSecond) * 1000).toFixed(2);
  const rows = figures.map(({ waits, requestsPerSecond, ...of }) =>
    [
      ...[of.operation, of.replicas, Math.round(requestsPerSecond).toLocaleString('en')],
      ...[of.gatewayMicroseconds, of.orderingMicroseconds, of.postgresMicroseconds].map((value) => Math.round(value).toLocaleString('en')),
      ...[of.p50Ms, of.p99Ms].map((value) => value.toFixed(1)),
      ...[waits.locks, waits.internal, waits.disk].map((sessions) => waited(sessions, requestsPerSecond)),
    ].join(' | '),
  );
  const heads =
    'operation | replicas | requests/s | gateway µs | ordering µs | PostgreSQL µs | p50 ms | p99 ms | locks ms | internal ms | disk ms';
  return [
    `${projects.toLocaleString('en')} projects; ${connections} connections, ${seconds} s per row.`,
    '',
    `| ${heads} |`,
    `| --- |${' ---: |'.repeat(10)}`,
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}
