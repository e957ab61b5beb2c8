// Generated from the names in operations.ts and the files of src/operations by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { createCategory } from '../src/operations/createCategory.ts';
import { updateCategory } from '../src/operations/updateCategory.ts';
import { deleteCategory } from '../src/operations/deleteCategory.ts';
import { importPrices } from '../src/operations/importPrices.ts';
import { createPrice } from '../src/operations/createPrice.ts';
import { getPriceFor } from '../src/operations/getPriceFor.ts';
import { updatePrice } from '../src/operations/updatePrice.ts';
import { deletePrice } from '../src/operations/deletePrice.ts';
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
