import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Product } from '../domain/product.ts';
import { categories } from '../resources/categories.ts';

export const deleteCategory: Operations['deleteCategory'] = async ({ path, principal, tx, load }) => {
  const category = await load(categories, path.gid);
  category.requireRemovable(principal, (await tx.em.count(Product, { categoryGid: category.gid })) > 0);
  tx.em.remove(category);
  return noContent();
};
