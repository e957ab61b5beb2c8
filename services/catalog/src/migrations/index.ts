import { countMigrations, type MigrationList } from '@partner-ordering/data';
import { Catalog } from './001-catalog.ts';
import { SearchWords } from './002-search-words.ts';
import { windowMigrations } from './003-price-windows.ts';
import { importMigrations } from './004-price-imports.ts';
import { FindChildren } from './005-find-children.ts';
import { CountPrices } from './006-count-prices.ts';

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  { name: 'catalog-001', class: Catalog },
  { name: 'catalog-002', class: SearchWords },
  ...windowMigrations,
  ...importMigrations,
  ...countMigrations('catalog-009', ['product', 'price']),
  { name: 'catalog-010-find-children', class: FindChildren },
  { name: 'catalog-011-count-prices', class: CountPrices },
];
