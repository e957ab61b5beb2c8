import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Category } from '../domain/category.ts';

export const createCategory: Operations['createCategory'] = async ({ body, principal, now, tx }) => {
  const category = Category.create(principal, body, now);
  tx.em.persist(category);
  return created(`/v1/categories/${category.gid}`);
};
