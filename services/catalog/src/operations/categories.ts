import { created, noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Category } from '../domain/category.ts';
import { Product } from '../domain/product.ts';
import { categories } from '../resources/categories.ts';

export const createCategory: Operations['createCategory'] = async ({ body, principal, now, tx }) => {
  const category = Category.create(principal, body, now);
  tx.em.persist(category);
  return created(categories.href(category.gid));
};

export const updateCategory: Operations['updateCategory'] = async ({ path, body, principal, now, load }) => {
  const category = await load(categories, path.gid);
  category.update(principal, body, now);
  return noContent();
};

export const deleteCategory: Operations['deleteCategory'] = async ({ path, principal, tx, load }) => {
  const category = await load(categories, path.gid);
  category.requireRemovable(principal, (await tx.em.count(Product, { categoryGid: category.gid })) > 0);
  tx.em.remove(category);
  return noContent();
};
