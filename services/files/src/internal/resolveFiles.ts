import type { Operations } from '../../generated/internal/operations.ts';
import { holders } from '../domain/holders.ts';
import { resolveFiles as resolve } from '../domain/resolve-files.ts';

export const resolveFiles: Operations['resolveFiles'] = async ({ body, services, now, ...parts }) => ({
  files: await resolve({ ...parts, holders: holders(parts.database, services) }, body, now),
});
