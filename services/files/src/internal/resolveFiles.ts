import type { Operations } from '../../generated/internal/operations.ts';
import { holders } from '../domain/holders.ts';
import { resolveFiles as resolve } from '../domain/resolve-files.ts';

export const resolveFiles: Operations['resolveFiles'] = async (context) => ({
  files: await resolve(context, holders(context.database, context.services), { ...context.body, deadlineMs: context.deadlineMs }),
});
