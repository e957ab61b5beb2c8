import { GenericContainer, Network, Wait, type StartedTestContainer } from 'testcontainers';
import { eventually, images, startS3 } from '@partner-ordering/testing';
import pg from 'pg';
import { openToxiproxy, type Proxy } from './toxiproxy.ts';

/** PostgreSQL, Kafka and an S3 server, reached directly by who looks, through Toxiproxy by the services. */
export interface Containers {
  /** `postgres://…`, direct, as superuser. */
  readonly postgresUrl: string;
  readonly postgres: Proxy;
  readonly kafka: Proxy;
  readonly storage: Proxy;
  /** The variables that name the storage. */
  readonly storageVariables: Readonly<Record<string, string>>;
  /** Leaves PostgreSQL no room for its log and writes until it ends. It starts again each second, and fails. */
  fillLogDisk(): Promise<void>;
  /** Gives the room back. */
  emptyLogDisk(): Promise<void>;
  /** Ends the broker and starts one with an empty folder in its place. */
  loseKafkaLog(): Promise<void>;
  stop(): Promise<void>;
}

const API = 8474;
const KAFKA = 8666;
const POSTGRES = 8667;
const STORAGE = 8668;
const PASSWORD = 'Zt6Qm1xV9c';

/** Starts all of them on a network of their own. */
export async function startContainers(): Promise<Containers> {
  await using started = new AsyncDisposableStack();
  const track = async <Thing extends { stop(): Promise<unknown> }>(starting: Promise<Thing>): Promise<Thing> => {
    const thing = await starting;
    started.defer(async () => void (await thing.stop()));
    return thing;
  };
  const network = await track(new Network().start());
  const toxiproxy = await track(
    new GenericContainer(images.toxiproxy)
      .withNetwork(network)
      .withExposedPorts(API, KAFKA, POSTGRES, STORAGE)
      .withWaitStrategy(Wait.forHttp('/version', API))
      .start(),
  );
  const address = (port: number): string => addressOf(toxiproxy, port);
  const server = new GenericContainer(images.postgres)
    .withNetwork(network)
    .withNetworkAliases('postgres')
    .withEnvironment({ POSTGRES_PASSWORD: PASSWORD, POSTGRES_INITDB_ARGS: '--waldir=/log/pg_wal' })
    .withTmpFs({ '/log': 'rw,mode=1777,size=512m' })
    // It starts again by itself, in the same container: the log is in memory.
    .withEntrypoint(['sh', '-c', 'until docker-entrypoint.sh "$@"; do sleep 1; done', 'sh'])
    .withCommand(['postgres', '-c', 'max_connections=400', '-c', 'fsync=off', '-c', 'max_wal_size=192MB'])
    .withExposedPorts(5432);
  const startBroker = (): Promise<StartedTestContainer> =>
    new GenericContainer(images.kafka)
      .withNetwork(network)
      .withNetworkAliases('kafka')
      .withEnvironment(kafkaEnvironment(address(KAFKA)))
      .withCommand(['/etc/confluent/docker/run'])
      .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
      .start();
  let broker: StartedTestContainer | undefined;
  started.defer(async () => void (await broker?.stop()));
  const [postgres, s3] = await Promise.all([
    track(server.start()),
    track(startS3(network)),
    startBroker().then((first) => (broker = first)),
  ]);
  const postgresUrl = `postgres://postgres:${PASSWORD}@${addressOf(postgres, 5432)}/postgres`;
  await eventually(() => connects(postgresUrl), { timeoutMs: 60_000, intervalMs: 250 });
  const proxies = openToxiproxy(`http://${address(API)}`);
  const containers = {
    postgresUrl,
    postgres: await proxies.add('postgres', { port: POSTGRES, address: address(POSTGRES), upstream: 'postgres:5432' }),
    kafka: await proxies.add('kafka', { port: KAFKA, address: address(KAFKA), upstream: 'kafka:9093' }),
    storage: await proxies.add('storage', { port: STORAGE, address: address(STORAGE), upstream: 's3:7070' }),
    storageVariables: {
      S3_ENDPOINT: `http://${address(STORAGE)}`,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
    async fillLogDisk() {
      await postgres.exec(['sh', '-c', 'cat /dev/zero > /log/filler']);
      await writeUntilItEnds(postgresUrl);
    },
    emptyLogDisk: async () => void (await postgres.exec(['rm', '/log/filler'])),
    async loseKafkaLog() {
      await broker?.stop();
      broker = await startBroker();
    },
  };
  const running = started.move();
  return { ...containers, stop: () => running.disposeAsync() };
}

const addressOf = (container: StartedTestContainer, port: number): string => `${container.getHost()}:${container.getMappedPort(port)}`;

/** One broker that sends its clients to `advertised`. */
const kafkaEnvironment = (advertised: string): Record<string, string> => ({
  CLUSTER_ID: '4L6g3nShT-eMCtK--X86sw',
  KAFKA_NODE_ID: '1',
  KAFKA_PROCESS_ROLES: 'broker,controller',
  KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9094',
  KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
  KAFKA_INTER_BROKER_LISTENER_NAME: 'BROKER',
  KAFKA_LISTENERS: 'PLAINTEXT://0.0.0.0:9093,BROKER://0.0.0.0:9092,CONTROLLER://0.0.0.0:9094',
  KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${advertised},BROKER://localhost:9092`,
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'BROKER:PLAINTEXT,PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
  KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
  KAFKA_LOG_RETENTION_CHECK_INTERVAL_MS: '1000',
});

async function connects(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
}

/** Fills the segments of the log that are there. Throws when more than those goes in. */
async function writeUntilItEnds(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  let isEnded = false;
  client.on('error', () => (isEnded = true));
  await client.connect();
  const write = () => client.query(`select pg_logical_emit_message(false, '', repeat('x', 1000000))`);
  for (let count = 0; !isEnded; count++) {
    if (count > 1_000) throw new Error('the disk of the log is not full');
    await write().catch(() => (isEnded = true));
  }
  await client.end().catch(() => undefined);
}
