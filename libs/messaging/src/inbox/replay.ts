import type { Database, Transaction } from '@partner-ordering/data';
import { isHandled, runHandler, type BatchHandler, type Handler, type Handlers } from './consumer.ts';
import { forgetUnfollowed, isSetAside, removeDeadLetter, sha256Of, type DeadLetter } from './dead-letter.ts';
import { isStateEvent, isStateTopic, MAX_MESSAGE_BYTES, parseEvent, type CloudEvent } from '../transport/envelope.ts';
import type { Log } from '../transport/log.ts';
import { deadLetterTopic, isPassing } from './failed-events.ts';
import { readMessage, readPart, stateIn } from './reading.ts';
import { declaredFields, topicsOf, type Follows } from '../replicas/follows.ts';
import { readState, upsertStates } from '../replicas/shared-state.ts';
import type { Transport } from '../transport/transport.ts';

export interface ReplayOptions<Events> {
  database: Database;
  transport: Pick<Transport, 'read'>;
  /** The group whose dead letters are replayed. */
  group: string;
  /** Dead letters of other topics are skipped. */
  follows: Follows;
  handlers: Handlers<Events>;
  logger: Log;
}

/** Numbers of dead letters. `passedOver`: handled before, discarded, of no concern, or a newer version is known. */
export interface Replayed {
  handled: number;
  passedOver: number;
  failed: number;
}

/**
 * Gives the group's dead letters to their handlers again, each in its own transaction. A success is never repeated; a failure stays a dead
 * letter. May run beside the service. Throws when something is down.
 */
export async function replayDeadLetters<Events>(options: ReplayOptions<Events>): Promise<Replayed> {
  const { database, transport, group, follows, logger } = options;
  const result: Replayed = { handled: 0, passedOver: 0, failed: 0 };
  const followed = topicsOf(follows);
  await forgetUnfollowed(database, followed);
  for (const letter of await lettersOf(transport, group)) {
    const { topic, partition, position, reason } = letter;
    if (!followed.includes(topic)) continue;
    try {
      const outcome = await replay(letter, options);
      result[outcome]++;
      const message = `A rejected message was ${outcome === 'handled' ? '' : 'not '}handled again`;
      logger.info({ group, topic, partition, position, reason }, message);
    } catch (error) {
      if (isPassing(error)) throw error;
      result.failed++;
      logger.error({ err: error, group, topic, partition, position }, 'A rejected message failed again');
    }
  }
  return result;
}

async function lettersOf(transport: Pick<Transport, 'read'>, group: string): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  await transport.read(deadLetterTopic(group), (batch) => {
    for (const { value } of batch) letters.push(parseEvent(value).data as DeadLetter);
  });
  return letters;
}

async function replay<Events>(
  letter: DeadLetter,
  { database, transport, follows, handlers }: ReplayOptions<Events>,
): Promise<'handled' | 'passedOver'> {
  if (!(await isSetAside(database, letter))) return 'passedOver';
  const value = letter.value ?? (await readAgain(transport, letter));
  // A compacted topic has lost it to a newer version.
  if (value === undefined && isStateTopic(letter.topic)) return removeDeadLetter(database, letter).then(() => 'passedOver');
  if (value === undefined) throw new Error('The message is no longer in its topic');
  const { event, unreadable } = readMessage({ ...letter, value });
  if (event === undefined) throw unreadable;
  return database.transactional(async (tx) => {
    if (!(await removeDeadLetter(tx, letter))) return 'passedOver';
    const handler = (handlers as Record<string, Handler | BatchHandler | undefined>)[event.type];
    const fields = declaredFields(follows);
    if (!isHandled(handler, event, fields) || (isStateEvent(event) && (await isOutdated(tx, event)))) return 'passedOver';
    await runHandler(handler, [readPart(event, fields)], tx);
    return 'handled';
  });
}

/** The message of a dead letter without it; undefined when its topic no longer has it. */
async function readAgain(
  transport: Pick<Transport, 'read'>,
  { topic, partition, position, bytes, sha256, reason }: DeadLetter,
): Promise<string | undefined> {
  if (bytes > MAX_MESSAGE_BYTES) throw new Error(reason);
  let found: string | undefined;
  await transport.read(topic, (batch) => {
    found ??= batch.find((message) => message.partition === partition && message.position === position)?.value;
  });
  return found !== undefined && sha256Of(found) === sha256 ? found : undefined;
}

/** Whether a newer version of the state is known. */
async function isOutdated(tx: Transaction, event: CloudEvent): Promise<boolean> {
  const state = stateIn(event);
  await upsertStates(tx, [state]);
  const known = await readState(tx, state.type, state.key);
  return known !== undefined && known.version > state.version;
}
