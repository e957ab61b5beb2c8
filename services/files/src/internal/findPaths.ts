import type { Operations } from '../../generated/internal/operations.ts';
import { pathIn } from '../domain/address.ts';

export const findPaths: Operations['findPaths'] = async (context) => ({
  paths: await Promise.all(context.body.names.map(async (given) => ({ given, path: (await pathIn(context, given)) ?? null }))),
});
