import { created, noContent, ok } from '@partner-ordering/http';
import { notFound } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { lineageOf, organizationAt } from '../domain/organization-references.ts';
import { Organization } from '../domain/organization.ts';
import { endTrials } from '../domain/revocation.ts';
import { organizations } from '../resources/organizations.ts';

export const createOrganization: Operations['createOrganization'] = async ({ body, principal, now, tx, files }) => {
  const organization = Organization.create(principal, body, { lineage: await lineageOf(tx, body.parent), now });
  if (body.logo) organization.setLogo(files('logo')[0]!);
  tx.em.persist(organization);
  return created(organizations.href(organization.gid));
};

export const updateOrganization: Operations['updateOrganization'] = async (context) => {
  const { path, body, principal, now, tx, load, files } = context;
  const organization = await load(organizations, path.gid);
  const wasTest = organization.test;
  organization.update(principal, body, { lineage: await lineageOf(tx, body.parent), now });
  if (body.logo !== undefined) organization.setLogo(files('logo')[0] ?? null);
  if (organization.test !== wasTest) await endTrials(context, { membersOf: organization.gid });
  return noContent();
};

export const deleteOrganization: Operations['deleteOrganization'] = async ({ path, principal, now, load }) => {
  const organization = await load(organizations, path.gid);
  organization.close(principal, now);
  return noContent();
};

export const getPublicOrganization: Operations['getPublicOrganization'] = async ({ path, database }) => {
  const organization = await organizationAt(database.orm.em.fork(), path.hostname);
  if (organization === null) throw notFound('organization');
  const { gid, name, logo } = organization;
  return ok({ gid, name, hostname: path.hostname.toLowerCase(), logo });
};
