import { expression, pick, raw, resource, sql, table } from '@partner-ordering/data';
import type { Category } from '../../generated/models.ts';
import { Category as CategoryEntity } from '../domain/category.ts';
import { orderableProducts } from './products.ts';

const c = table(CategoryEntity, 'c');

/** Categories with at least one product that the caller may order. */
export const categories = resource<Category>()({
  noun: 'category',
  path: '/v1/categories',
  table: c,
  fields: {
    is_removable: expression(raw('not exists (select 1 from product where product.category_gid = c.gid)')),
    ...pick(c, 'title', 'weight', 'description'),
  },
  visible: (principal) => [sql`exists (select 1 from product p where p.category_gid = ${c.gid.sql} and ${orderableProducts(principal)})`],
  isSearchable: true,
});
