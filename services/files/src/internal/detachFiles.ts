import type { Operations } from '../../generated/internal/operations.ts';
import { pathIn } from '../domain/address.ts';
import { detach } from '../domain/attachments.ts';

export const detachFiles: Operations['detachFiles'] = async ({ body, caller, database, addresses, now }) => {
  const named = await Promise.all(body.paths.map((given) => pathIn(addresses, given)));
  const paths = named.filter((path) => path !== undefined);
  await database.transactional((tx) => detach(tx, { service: caller, holder: body.holder, paths }, now));
  return {};
};
