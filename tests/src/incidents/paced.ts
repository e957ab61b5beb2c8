import { setTimeout as delay } from 'node:timers/promises';

/** What became of requests at a steady rate. */
export interface Paced {
  sent: number;
  failed: string[];
  /** How long each took, in milliseconds, ascending. */
  tookMs: number[];
}

/** Sends `perSecond` requests for this time, each when it is due, whether or not those before it have been answered. */
export async function sendPaced(
  send: () => Promise<{ status: number; body: unknown }>,
  perSecond: number,
  seconds: number,
): Promise<Paced> {
  const failed: string[] = [];
  const tookMs: number[] = [];
  const one = async (): Promise<void> => {
    const startedAt = performance.now();
    try {
      const { status, body } = await send();
      if (status >= 300) failed.push(`${status} ${JSON.stringify(body)}`);
    } catch (error) {
      failed.push(String((error as Error).cause ?? error));
    }
    tookMs.push(performance.now() - startedAt);
  };
  const sending: Promise<void>[] = [];
  for (const startedAt = performance.now(); sending.length < perSecond * seconds;) {
    sending.push(one());
    await delay(Math.max(0, startedAt + (sending.length * 1000) / perSecond - performance.now()));
  }
  await Promise.all(sending);
  return { sent: sending.length, failed, tookMs: tookMs.sort((a, b) => a - b) };
}

/** The time within which so many percent were answered. */
export const percentileMs = ({ tookMs }: Paced, percent: number): number => tookMs[Math.floor((tookMs.length * percent) / 100)]!;

/** `p50 4.1 ms, p99 12.0 ms`. */
export const latencies = (paced: Paced): string =>
  [50, 99].map((percent) => `p${percent} ${percentileMs(paced, percent).toFixed(1)} ms`).join(', ');
