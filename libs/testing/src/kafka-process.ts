import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '@partner-ordering/embedded-postgres';

const CLUSTER_ID = '4L6g3nShT-eMCtK--X86sw';
const START_LIMIT_MS = 60_000;
const JAVA_OPTIONS = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Dlog4j2.level=INFO'];

/** A broker, with its address as this machine reaches it. */
export interface TestKafka {
  readonly brokers: string;
  /** It hangs until `resume`, with all its connections open. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** A broker without Docker: a process of the Java on the PATH. `home` is a Kafka distribution, of which only `libs` is used. */
export async function startKafkaProcess(home: string): Promise<TestKafka> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-ordering-kafka-'));
  try {
    return await startIn(folder, home);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

async function startIn(folder: string, home: string): Promise<TestKafka> {
  const [port, controllerPort] = [await freePort(), await freePort()];
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'log.dirs': join(folder, 'data'),
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
  };
  const properties = join(folder, 'server.properties');
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(properties, lines.join(''));
  const java = [...JAVA_OPTIONS, '-cp', join(home, 'libs/*')];
  await promisify(execFile)('java', [...java, 'kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', properties]);
  const broker = spawn('java', [...java, 'kafka.Kafka', properties], { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => void broker.kill('SIGKILL');
  // A signal that ends this process leaves the broker running.
  process.once('exit', kill);
  const ended = once(broker, 'exit').finally(() => process.off('exit', kill));
  const started = Promise.withResolvers<void>();
  const fail = (what: string) => started.reject(new Error(`the broker of ${home} ${what}`));
  const limit = setTimeout(() => fail('does not start'), START_LIMIT_MS);
  void ended.then(() => fail('has ended'));
  // Read to its end, as a full pipe would stop the broker.
  createInterface(broker.stdout).on('line', (line) => line.endsWith('Kafka Server started') && started.resolve());
  const end = async (): Promise<void> => {
    kill();
    await ended;
  };
  try {
    await started.promise;
  } catch (error) {
    await end();
    throw error;
  } finally {
    clearTimeout(limit);
  }
  return {
    brokers: `127.0.0.1:${port}`,
    pause: () => void broker.kill('SIGSTOP'),
    resume: () => void broker.kill('SIGCONT'),
    async stop() {
      await end();
      await rm(folder, { recursive: true });
    },
  };
}
