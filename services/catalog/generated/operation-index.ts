// Generated from the names in operations.ts and the files of src/operations by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { createCategory, updateCategory, deleteCategory } from '../src/operations/categories.ts';
import { importPrices } from '../src/operations/importPrices.ts';
import { createPrice, updatePrice, deletePrice } from '../src/operations/prices.ts';
import { getPriceFor } from '../src/operations/getPriceFor.ts';
import { createProduct } from '../src/operations/createProduct.ts';
import { updateProduct } from '../src/operations/updateProduct.ts';
import { deleteProduct } from '../src/operations/deleteProduct.ts';
import { allowProduct } from '../src/operations/allowProduct.ts';
import { disallowProduct } from '../src/operations/disallowProduct.ts';

export const operations: Operations = {
  createCategory,
  updateCategory,
  deleteCategory,
  importPrices,
  createPrice,
  getPriceFor,
  updatePrice,
  deletePrice,
  createProduct,
  updateProduct,
  deleteProduct,
  allowProduct,
  disallowProduct,
};
