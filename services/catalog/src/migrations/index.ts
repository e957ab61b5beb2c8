import type { MigrationList } from '@partner-ordering/data';
import { Catalog } from './001-catalog.ts';

/** In the order in which they run; names never change. */
export const migrations: MigrationList = [{ name: 'catalog-001', class: Catalog }];
