import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { categories } from '../resources/categories.ts';

export const updateCategory: Operations['updateCategory'] = async ({ path, body, principal, now, load }) => {
  const category = await load(categories, path.gid);
  category.update(principal, body, now);
  return noContent();
};
