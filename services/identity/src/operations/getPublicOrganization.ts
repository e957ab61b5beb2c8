import { notFound } from '@partner-ordering/kernel';
import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Organization } from '../domain/organization.ts';

export const getPublicOrganization: Operations['getPublicOrganization'] = async ({ path, database }) => {
  const hostname = path.hostname.toLowerCase();
  const organization = await database.orm.em.fork().findOne(Organization, { hostname, isEnabled: true });
  if (organization === null) throw notFound('organization');
  const { gid, name, logo } = organization;
  return ok({ gid, name, hostname, logo });
};
