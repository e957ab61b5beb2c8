import type { ReceiptFigures } from '../receipts.ts';
import { table } from '../report.ts';
import type { RelayCost } from './relay-cost.ts';
import type { ShownCost } from './shown-cost.ts';

export type TransportName = 'PostgreSQL' | 'Kafka';

/** What a run has found over one transport; parts that were left out are undefined. */
export interface Findings {
  eventsPerSecond?: number;
  receipts?: ReceiptFigures;
  relay?: RelayCost;
  shown?: ShownCost;
}

const aims = {
  PostgreSQL: { eventsPerSecond: 15_000, p50: 30, relay: 0.15 },
  Kafka: { eventsPerSecond: 10_000, p50: 60, relay: 0.15 },
} as const;

const rounded = (value: number): string => Math.round(value).toLocaleString('en');
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** The figures beside their aims; the ratio is of the figure to its aim. */
export function eventsText(findings: ReadonlyMap<TransportName, Findings>): string {
  const lines = [...findings].flatMap(([name, { eventsPerSecond, receipts, relay, shown }]) => {
    const aim = aims[name];
    const found: string[][] = [];
    const add = (what: string, figure: string, goal: string, ratio: number): void =>
      void found.push([what, name, figure, goal, `${ratio.toFixed(2)} ×`]);
    if (eventsPerSecond !== undefined) {
      add(
        'outbox drain',
        `${rounded(eventsPerSecond)} events/s`,
        `≥ ${rounded(aim.eventsPerSecond)}`,
        eventsPerSecond / aim.eventsPerSecond,
      );
    }
    if (receipts) {
      const { p50Ms, p99Ms } = receipts.visible;
      add(`order → receipt, p50 of ${receipts.orders}`, `${p50Ms.toFixed(1)} ms`, `≤ ${aim.p50} ms`, p50Ms / aim.p50);
      found.push(['order → receipt, p99', name, `${p99Ms.toFixed(1)} ms`, '', '']);
    }
    if (relay) {
      const cost = 1 - relay.withRelay / relay.withoutRelay;
      found.push(['orders/s without a relay', name, rounded(relay.withoutRelay), '', '']);
      found.push(['orders/s with the relay', name, rounded(relay.withRelay), '', '']);
      add('what the relay costs', percent(cost), `≤ ${percent(aim.relay)}`, cost / aim.relay);
    }
    if (shown) {
      found.push(['orders/s that show partners nothing', name, rounded(shown.withoutShown), '', '']);
      found.push(['orders/s that show partners the project', name, rounded(shown.withShown), '', '']);
      found.push(['what this costs', name, percent(1 - shown.withShown / shown.withoutShown), '', '']);
    }
    return found;
  });
  return table([['', 'transport', 'figure', 'aim', 'figure / aim'], ...lines]);
}
