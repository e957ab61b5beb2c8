import pg from 'pg';

/** A copy of a database as it was. */
export interface Backup {
  /** Puts the copy in the place of the database, whose connections end. */
  restore(): Promise<void>;
  drop(): Promise<void>;
}

/** Copies a database that nobody is connected to. */
export async function backUp(url: string): Promise<Backup> {
  const name = new URL(url).pathname.slice(1);
  const [database, copy] = [name, `${name}_backup`].map((one) => pg.escapeIdentifier(one));
  await onServer(url, `create database ${copy} template ${database}`);
  return {
    restore: async () => {
      await onServer(url, `drop database ${database} with (force)`);
      await onServer(url, `create database ${database} template ${copy}`);
    },
    drop: () => onServer(url, `drop database ${copy}`),
  };
}

async function onServer(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
