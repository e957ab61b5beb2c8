import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { organizations } from '../resources/organizations.ts';

export const deleteOrganization: Operations['deleteOrganization'] = async ({ path, principal, now, load }) => {
  const organization = await load(organizations, path.gid);
  organization.close(principal, now);
  return noContent();
};
