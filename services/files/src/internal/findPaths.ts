import type { Operations } from '../../generated/internal/operations.ts';
import { pathIn } from '../domain/address.ts';

export const findPaths: Operations['findPaths'] = async ({ body: { names }, addresses }) => ({
  paths: await Promise.all(names.map(async (given) => ({ given, path: (await pathIn(addresses, given)) ?? null }))),
});
