import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { lineageOf } from '../domain/organization-references.ts';
import { Organization } from '../domain/organization.ts';
import { organizations } from '../resources/organizations.ts';

export const createOrganization: Operations['createOrganization'] = async ({ body, principal, now, tx, files }) => {
  const organization = Organization.create(principal, body, { lineage: await lineageOf(tx, body.parent), now });
  if (body.logo) organization.show(files('logo')[0]!);
  tx.em.persist(organization);
  return created(organizations.href(organization.gid));
};
