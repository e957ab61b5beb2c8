import { randomBytes } from 'node:crypto';
import { migrateMessaging } from '@partner-ordering/messaging';
import pg from 'pg';
import { testDatabase, type TestDatabase } from './database.ts';

/** A messaging database of its own, migrated, with an empty log. */
export const testMessaging = (): Promise<TestDatabase> => testDatabase('messaging', migrateMessaging);

/** Roles of the messaging database, one for each service. */
export interface MessagingRoles {
  urlOf(service: string): string;
  /** To be called after the database was dropped. */
  drop(): Promise<void>;
}

/** Makes roles as docs/configuration.md has it, with names that no other test has. */
export async function messagingRoles({ url }: Pick<TestDatabase, 'url'>, services: readonly string[]): Promise<MessagingRoles> {
  const prefix = `test_${randomBytes(4).toString('hex')}`;
  const asSuperuser = async (statement: (role: string) => string): Promise<void> => {
    const client = new pg.Client({ connectionString: new URL('/postgres', url).href });
    await client.connect();
    for (const service of services) await client.query(statement(pg.escapeIdentifier(`${prefix}_${service}`)));
    await client.end();
  };
  await asSuperuser((role) => `create role ${role} login password 'p'`);
  return {
    urlOf: (service) => Object.assign(new URL(url), { username: `${prefix}_${service}`, password: 'p' }).href,
    drop: () => asSuperuser((role) => `drop role ${role}`),
  };
}
