import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Category } from '../domain/category.ts';
import { categories } from '../resources/categories.ts';

export const createCategory: Operations['createCategory'] = async ({ body, principal, now, tx }) => {
  const category = Category.create(principal, body, now);
  tx.em.persist(category);
  return created(categories.href(category.gid));
};
