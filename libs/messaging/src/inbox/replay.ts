import type { Database, Transaction } from '@partner-ordering/data';
import type { Handler, Handlers } from './consumer.ts';
import type { DeadLetter } from './dead-letter.ts';
import { isStateEvent, parseEvent } from '../transport/envelope.ts';
import type { CloudEvent } from '../transport/envelope.ts';
import { enterInbox, replayGroup } from './inbox.ts';
import type { Log } from '../transport/log.ts';
import { isPassing } from './passing-error.ts';
import { readMessage, stateIn } from './reading.ts';
import { readState, upsertStates } from '../replicas/shared-state.ts';
import type { Transport } from '../transport/transport.ts';

export interface ReplayOptions<Events> {
  database: Database;
  transport: Pick<Transport, 'read'>;
  /** Whose rejected messages are handled again. */
  group: string;
  /** Topics whose dead letters are read. */
  follow: readonly string[];
  types: readonly string[];
  handlers: Handlers<Events>;
  logger: Log;
}

/** How many letters: handled now; without need of it any more (handled before, or a newer version came); failed again. */
export interface Replayed {
  handled: number;
  passedOver: number;
  failed: number;
}

/**
 * Gives the group's rejected messages to their handlers once more, each in a transaction of its own. What succeeds is never handled again; what
 * fails stays among the dead letters for another time. May run beside the service. Throws when something is down.
 */
export async function replayDeadLetters<Events>(options: ReplayOptions<Events>): Promise<Replayed> {
  const { transport, group, follow, logger } = options;
  const result: Replayed = { handled: 0, passedOver: 0, failed: 0 };
  for (const topic of follow) {
    for (const letter of await lettersOf(transport, group, topic)) {
      const { partition, position, reason } = letter;
      try {
        const outcome = await replay(letter, options);
        result[outcome]++;
        logger.info(
          { group, topic, partition, position, reason },
          `A rejected message was ${outcome === 'handled' ? '' : 'not '}handled again`,
        );
      } catch (error) {
        if (isPassing(error)) throw error;
        result.failed++;
        logger.error({ err: error, group, topic, partition, position }, 'A rejected message failed again');
      }
    }
  }
  return result;
}

async function lettersOf(transport: Pick<Transport, 'read'>, group: string, topic: string): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  await transport.read(`${topic}.dlq`, (batch) => {
    for (const { value } of batch) {
      const letter = parseEvent(value).data as DeadLetter;
      if (letter.group === group) letters.push(letter);
    }
  });
  return letters;
}

function replay<Events>(
  letter: DeadLetter,
  { database, group, types, handlers }: ReplayOptions<Events>,
): Promise<'handled' | 'passedOver'> {
  return database.transactional(async (tx) => {
    const { id, event, unreadable } = readMessage(letter);
    const fresh = await enterInbox(tx, replayGroup(group), [id]);
    if (fresh.size === 0) return 'passedOver';
    if (event === undefined) throw unreadable;
    // The group gave it up, so it stands there; if the database is older than that, the message will come to the group once more.
    await enterInbox(tx, group, [id]);
    const handler = (handlers as Record<string, Handler | undefined>)[event.type];
    if (handler === undefined || (isStateEvent(event) && (await isOutdated(tx, event, types)))) return 'passedOver';
    await handler(event, tx);
    await tx.em.flush();
    return 'handled';
  });
}

/** Whether a newer version has been handled since. */
async function isOutdated(tx: Transaction, event: CloudEvent, types: readonly string[]): Promise<boolean> {
  const state = stateIn(event);
  if (!types.includes(state.type)) return false;
  await upsertStates(tx, [state]);
  const known = await readState(tx, state.type, state.key);
  return known !== undefined && known.version > state.version;
}
