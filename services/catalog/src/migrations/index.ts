import type { MigrationList } from '@partner-ordering/data';
import { Catalog } from './001-catalog.ts';

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [{ name: 'catalog-001', class: Catalog }];
