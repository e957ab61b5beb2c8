import type { MigrationList } from '@partner-ordering/data';
import { Ordering } from './001-ordering.ts';

/** In the order in which they run; names never change. */
export const migrations: MigrationList = [{ name: 'ordering-001', class: Ordering }];
