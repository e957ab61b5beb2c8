import type { Operations } from '../../generated/operations.ts';
import { createMembership } from './createMembership.ts';
import { createOrganization } from './createOrganization.ts';
import { createUser } from './createUser.ts';
import { deleteMembership } from './deleteMembership.ts';
import { getAuthorizationServerMetadata } from './getAuthorizationServerMetadata.ts';
import { getJwks } from './getJwks.ts';
import { getMe } from './getMe.ts';
import { getPublicOrganization } from './getPublicOrganization.ts';
import { introspectToken } from './introspectToken.ts';
import { issueToken } from './issueToken.ts';
import { listMyMemberships } from './listMyMemberships.ts';
import { revokeToken } from './revokeToken.ts';
import { updateMembership } from './updateMembership.ts';
import { updateOrganization } from './updateOrganization.ts';

/** Every operation of the document. If one is missing, this does not compile. */
export const operations: Operations = {
  createMembership,
  createOrganization,
  createUser,
  deleteMembership,
  getAuthorizationServerMetadata,
  getJwks,
  getMe,
  getPublicOrganization,
  introspectToken,
  issueToken,
  listMyMemberships,
  revokeToken,
  updateMembership,
  updateOrganization,
};
