import type { Operations } from '../../generated/operations.ts';
import { allowProduct } from './allowProduct.ts';
import { createCategory } from './createCategory.ts';
import { createPrice } from './createPrice.ts';
import { createProduct } from './createProduct.ts';
import { deleteCategory } from './deleteCategory.ts';
import { deletePrice } from './deletePrice.ts';
import { deleteProduct } from './deleteProduct.ts';
import { disallowProduct } from './disallowProduct.ts';
import { getPriceFor } from './getPriceFor.ts';
import { importPrices } from './importPrices.ts';
import { updateCategory } from './updateCategory.ts';
import { updatePrice } from './updatePrice.ts';
import { updateProduct } from './updateProduct.ts';

/** All operations of the document but those that only read a resource. If one is missing, this does not compile. */
export const operations: Operations = {
  allowProduct,
  createCategory,
  createPrice,
  createProduct,
  deleteCategory,
  deletePrice,
  deleteProduct,
  disallowProduct,
  getPriceFor,
  importPrices,
  updateCategory,
  updatePrice,
  updateProduct,
};
