import { testDatabase, type TestDatabase } from './database.ts';

/** A messaging database of its own. Who opens it as a transport makes the tables. */
export const testMessaging = (): Promise<TestDatabase> => testDatabase('messaging', async () => undefined);
