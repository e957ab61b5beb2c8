import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { lineageOf } from '../domain/organization-references.ts';
import { organizations } from '../resources/organizations.ts';

export const updateOrganization: Operations['updateOrganization'] = async ({ path, body, principal, now, tx, load, files }) => {
  const organization = await load(organizations, path.gid);
  organization.update(principal, body, { lineage: await lineageOf(tx, body.parent), now });
  if (body.logo !== undefined) organization.show(files('logo')[0] ?? null);
  return noContent();
};
