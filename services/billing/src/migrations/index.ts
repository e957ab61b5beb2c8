import type { MigrationList } from '@partner-ordering/data';
import { Billing } from './001-billing.ts';

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [{ name: 'billing-001', class: Billing }];
