export { startConsumer, type BatchHandler, type Handler } from './inbox/consumer.ts';
export { crashPoint } from './transport/crash-point.ts';
export { listenOn, openDedicatedConnection, type DedicatedConnection } from './transport/dedicated-connection.ts';
export { purgeInbox } from './inbox/inbox.ts';
export { consumerLag } from './inbox/consumer-lag.ts';
export { countStopped } from './transport/place.ts';
export { countSetAside, discard, listSetAside, retryRefused } from './inbox/set-aside.ts';
export { readOutboxLag, type OutboxLag } from './outbox/outbox-lag.ts';
export { keyOf, MAX_EVENT_BYTES, type CloudEvent } from './transport/envelope.ts';
export { BrokersUnreachable, reachKafka } from './kafka/kafka-reach.ts';
export { COMPACTION_LAG_MS } from './kafka/kafka-settings.ts';
export { prepareKafka } from './kafka/kafka-setup.ts';
export { kafkaTransport, type KafkaTransportOptions } from './kafka/kafka-transport.ts';
export type { Log } from './transport/log.ts';
export { isPassing } from './inbox/failed-events.ts';
export { messagingMigrations } from './migrations.ts';
export { createEvent, EventTooLarge, recordEvents, type FactRecord, type StateRecord } from './outbox/outbox.ts';
export { removeExpired } from './postgres/log-table.ts';
export { postgresTransport } from './postgres/postgres-transport.ts';
export { acceptHeld, holdIfRestored, newestPublished, publishLost, readHeld, refuseHeld } from './inbox/restored.ts';
export { republish, type Republished } from './outbox/republish.ts';
export { startRelay, type Relay } from './outbox/relay.ts';
export { replayDeadLetters, type Replayed } from './inbox/replay.ts';
export { followedEvents, type Follows } from './replicas/follows.ts';
export {
  lockStates,
  readInTransaction,
  readState,
  readStates,
  stateLock,
  upsertStates,
  type SharedState,
  type StatesInTransaction,
} from './replicas/shared-state.ts';
export type { Message, Received, SubscribeOptions, Transport, Writer } from './transport/transport.ts';
export { createWake, POLL_MS, publishes } from './transport/wake.ts';
export * from './replicas/state-table.ts';
