import type { MigrationList } from '@partner-ordering/data';
import { Webhooks } from './001-webhooks.ts';

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [{ name: 'notifications-001', class: Webhooks }];
