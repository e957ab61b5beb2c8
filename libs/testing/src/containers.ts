import { execFileSync } from 'node:child_process';
import type { StartedNetwork } from 'testcontainers';
import { startKafkaProcess, type TestKafka } from './kafka-process.ts';

/** Images of the container tests: from the environment, or public ones. */
export const images = {
  postgres: process.env['POSTGRES_IMAGE'] ?? 'postgres:18',
  kafka: process.env['KAFKA_IMAGE'] ?? 'confluentinc/cp-kafka:8.1.0',
  toxiproxy: process.env['TOXIPROXY_IMAGE'] ?? 'ghcr.io/shopify/toxiproxy:2.12.0',
  s3: process.env['S3_IMAGE'] ?? 'versity/versitygw:v1.8.0',
};

/** The environment variable through which the run's global setup tells test processes where its Kafka is. */
export const KAFKA_VARIABLE = 'TEST_KAFKA_BROKERS';

const KAFKA_PORT = 9093;

/** Brokers of the run's Kafka. All tests share its topics, so use unique names. */
export function kafkaBrokers(): string[] {
  const brokers = process.env[KAFKA_VARIABLE];
  if (!brokers) throw new Error('this test needs containers: run it with `npm run test:containers -- <file>`');
  return brokers.split(',');
}

/** Throws an Error of one line where no Docker answers. */
export async function checkDocker(): Promise<void> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  await getContainerRuntimeClient().catch((cause: unknown) => {
    throw new Error('these tests need Docker: start it, or say where it is with DOCKER_HOST', { cause });
  });
}

/** A broker in a container or, with `KAFKA_HOME`, of the Kafka in this folder. */
export async function startKafka(): Promise<TestKafka> {
  const home = process.env['KAFKA_HOME'];
  if (home) return startKafkaProcess(home);
  const { KafkaContainer } = await import('@testcontainers/kafka');
  const { Wait } = await import('testcontainers');
  // The default wait strategy ends before the broker answers.
  const container = await new KafkaContainer(images.kafka).withWaitStrategy(Wait.forLogMessage(/Kafka Server started/)).start();
  const docker = (command: string): void => void execFileSync('docker', [command, container.getId()]);
  return {
    brokers: `${container.getHost()}:${container.getMappedPort(KAFKA_PORT)}`,
    pause: () => docker('pause'),
    resume: () => docker('unpause'),
    stop: async () => void (await container.stop()),
  };
}

const S3_PORT = 7070;

/** An S3 server, as this machine reaches it, and who may use it. */
export interface S3Server {
  endpoint: string;
  /** The name of a bucket that exists. */
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

/** An S3 server of a test's own, which checks signatures and policies. On a network it is also `s3:7070`. */
export async function startS3(network?: StartedNetwork): Promise<S3Server> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const keys = { accessKeyId: 'test', secretAccessKey: 'testsecret' };
  const image = new GenericContainer(images.s3);
  const container = await (network ? image.withNetwork(network).withNetworkAliases('s3') : image)
    .withEnvironment({ ROOT_ACCESS_KEY: keys.accessKeyId, ROOT_SECRET_KEY: keys.secretAccessKey })
    .withCommand(['--port', `0.0.0.0:${S3_PORT}`, 'posix', '--sidecar', '/tmp/side', '/tmp/data'])
    // A folder is a bucket.
    .withEntrypoint(['sh', '-c', 'mkdir -p /tmp/side /tmp/data/files && exec versitygw "$@"', 'sh'])
    .withExposedPorts(S3_PORT)
    .withWaitStrategy(Wait.forHttp('/', S3_PORT).forStatusCode(403))
    .start();
  return {
    endpoint: `http://${container.getHost()}:${container.getMappedPort(S3_PORT)}`,
    ...keys,
    bucket: 'files',
    stop: async () => void (await container.stop()),
  };
}
