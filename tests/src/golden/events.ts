import { consumerLag, type CloudEvent, type SubscribeOptions, type Transport } from '@partner-ordering/messaging';
import { eventually } from '@partner-ordering/testing';
import type { TestSystem } from '../test-system.ts';

/** An event as it was given to the transport. */
export interface PublishedEvent {
  topic: string;
  key: string;
  event: CloudEvent;
}

const LIMIT_MS = 20_000;

/** Stands between the services and the transport, keeps what passes and knows when nothing more will come. */
export class EventTap {
  readonly #passed: PublishedEvent[] = [];
  readonly #ids = new Set<string>();
  readonly #versions = new Map<string, number>();
  readonly #subscriptions: SubscribeOptions[] = [];
  #transport: Transport | undefined;

  /** For `startTestSystem`. */
  readonly intercept = (transport: Transport): Transport => {
    this.#transport = transport;
    return {
      begin: async (source) => {
        const writer = await transport.begin(source);
        return {
          ...writer,
          append: async (topic, messages) => {
            await writer.append(topic, messages);
            for (const { key, value } of messages) this.#keep({ topic, key, event: JSON.parse(value) as CloudEvent });
          },
        };
      },
      subscribe: (options) => {
        this.#subscriptions.push(options);
        return transport.subscribe(options);
      },
      ends: (topic) => transport.ends(topic),
      newest: (topic) => transport.newest(topic),
      read: (topic, take) => transport.read(topic, take),
      close: () => transport.close(),
    };
  };

  /** Waits until every effect of what was done has come: consumers at the end of the log, billing's jobs done, outboxes empty. */
  async settled({ services }: Pick<TestSystem, 'services'>): Promise<void> {
    await eventually(
      async () => {
        const before = this.#ids.size;
        // In this order: what a consumer has taken stands in its outbox or has passed already.
        if ((await this.#lag()) > 0) return false;
        if (await isAnyJobLeft(services)) return false;
        if (await isAnyWaiting(services)) return false;
        return this.#ids.size === before;
      },
      { timeoutMs: LIMIT_MS, intervalMs: 5 },
    );
  }

  /** The events since the last call, by topic and key, each key's in their order. */
  take(): PublishedEvent[] {
    const rank = ({ topic, key }: PublishedEvent) => `${topic} ${key}`;
    return this.#passed.splice(0).toSorted((one, other) => (rank(one) < rank(other) ? -1 : Number(rank(one) > rank(other))));
  }

  #keep(published: PublishedEvent): void {
    const { id, type, dataversion } = published.event;
    // Only files follows them, and the corpus has what clients and all services see.
    if (type === 'attachment.state') return;
    // An event that the relay sends twice counts once.
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    if (dataversion !== undefined) {
      // A version is a time. The corpus has which one of the aggregate it is.
      published.event.dataversion = (this.#versions.get(published.key) ?? 0) + 1;
      this.#versions.set(published.key, published.event.dataversion);
    }
    this.#passed.push(published);
  }

  async #lag(): Promise<number> {
    // Each topic is asked for once, however many follow it.
    const endsByTopic = new Map<string, ReturnType<Transport['ends']>>();
    const ends: Transport['ends'] = (topic) => {
      if (!endsByTopic.has(topic)) endsByTopic.set(topic, this.#transport!.ends(topic));
      return endsByTopic.get(topic)!;
    };
    const lags = await Promise.all(this.#subscriptions.map((subscription) => consumerLag({ ends }, subscription)));
    return lags.flatMap((byTopic) => [...byTopic.values()]).reduce((sum, lag) => sum + lag, 0);
  }
}

/** PDFs, and what follows an invoice that has ended, come by jobs. */
async function isAnyJobLeft({ billing }: TestSystem['services']): Promise<boolean> {
  const query = { text: 'select from job where given_up_at is null limit 1', values: [] };
  return (await billing.database.query(query)).length > 0;
}

async function isAnyWaiting(services: TestSystem['services']): Promise<boolean> {
  const query = { text: 'select from outbox limit 1', values: [] };
  const outboxRows = await Promise.all(Object.values(services).map(({ database }) => database.query(query)));
  return outboxRows.some((rows) => rows.length > 0);
}

/** An event as the corpus shows it: where it went, its envelope in one line, its data. */
export function eventText({ topic, key, event: { data, ...envelope } }: PublishedEvent): string {
  return `event ${topic} ${key}\n${JSON.stringify(envelope)}\n${JSON.stringify(data, null, 2)}\n`;
}
