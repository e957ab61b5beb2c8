import { notFound } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/internal/operations.ts';
import { listedPrices } from '../domain/imports/listed-prices.ts';

export const getListedPrices: Operations['getListedPrices'] = async ({ query: { import: gid, after, limit }, database }) => {
  const items = await listedPrices(database, { gid, after, limit });
  if (!items) throw notFound('price list');
  return { items };
};
