import { writeFileSync } from 'node:fs';
import { orderTable } from './domain/project/order-table.ts';

// Part of `npm run generate`.
writeFileSync(new URL('../../../docs/orders.md', import.meta.url), orderTable());
