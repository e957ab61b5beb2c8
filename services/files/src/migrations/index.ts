import type { MigrationList } from '@partner-ordering/data';
import { Files } from './001-files.ts';

/** In the order in which they run; names never change. */
export const migrations: MigrationList = [{ name: 'files-001', class: Files }];
