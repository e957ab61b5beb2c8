import type { MigrationList } from '@partner-ordering/data';
import { Webhooks } from './001-webhooks.ts';
import { Events } from './002-events.ts';
import { Deliveries } from './003-deliveries.ts';
import { Managers } from './004-managers.ts';

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  { name: 'notifications-001', class: Webhooks },
  { name: 'notifications-002', class: Events },
  { name: 'notifications-003', class: Deliveries },
  { name: 'notifications-004-managers', class: Managers },
];
