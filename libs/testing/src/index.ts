export { eventually } from './eventually.ts';
export { testDatabase, type TestDatabase } from './database.ts';
