import { keyVariables, makeKeys } from '@partner-ordering/service';
import { urlVariables } from '@partner-ordering/kernel';
import { freePort, testDatabase, testMessaging, type TestDatabase } from '@partner-ordering/testing';
import pg from 'pg';
import { processNames, type ProcessName } from './processes.ts';
import { temporaryFolder } from './program.ts';

/** The environment of each service as a process of its own: free ports, an empty database, keys, and a messaging database. */
export interface ServiceEnvironments {
  byProcess: Record<ProcessName, Record<string, string | number>>;
  ports: Record<ProcessName, number>;
  metricsPorts: Record<ProcessName, number>;
  url(name: ProcessName): string;
  /** One more empty database, which ends with the others. */
  emptyDatabase(): Promise<TestDatabase>;
  end(): Promise<void>;
}

export const fileOf = (name: ProcessName): string => `services/${name}/src/main.ts`;

export async function serviceEnvironments(): Promise<ServiceEnvironments> {
  const [ports, metricsPorts] = [{} as Record<ProcessName, number>, {} as Record<ProcessName, number>];
  const environments = {} as ServiceEnvironments['byProcess'];
  const databases: TestDatabase[] = [];
  const [folder, keys] = [temporaryFolder(), temporaryFolder()];
  const url = (name: ProcessName): string => `http://127.0.0.1:${ports[name]}`;
  const emptyDatabase = async (): Promise<TestDatabase> => {
    const database = await testDatabase('empty', async () => undefined);
    databases.push(database);
    return database;
  };
  makeKeys(keys.path);
  for (const name of processNames) [ports[name], metricsPorts[name]] = [await freePort(), await freePort()];
  const messaging = await testMessaging();
  databases.push(messaging);
  for (const name of processNames) {
    environments[name] = {
      PORT: ports[name],
      METRICS_PORT: metricsPorts[name],
      ISSUER: url('gateway'),
      ...keyVariables(keys.path, name),
      DATABASE_URL: (await emptyDatabase()).url,
      MESSAGING_URL: messaging.url,
      FILES_DIR: folder.path,
      ...urlVariables(url),
    };
  }
  const end = async (): Promise<void> => {
    await Promise.all(databases.map((database) => database.drop()));
    folder.remove();
    keys.remove();
  };
  return { byProcess: environments, ports, metricsPorts, url, emptyDatabase, end };
}

export async function rowsOf<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}
