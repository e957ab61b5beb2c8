import type { Operations } from '../../generated/operations.ts';
import { changePassword } from './changePassword.ts';
import { confirmEmail } from './confirmEmail.ts';
import { createMembership } from './createMembership.ts';
import { createOrganization } from './createOrganization.ts';
import { createUser } from './createUser.ts';
import { deleteMembership } from './deleteMembership.ts';
import { deleteOrganization } from './deleteOrganization.ts';
import { deleteUser } from './deleteUser.ts';
import { getAuthorizationServerMetadata } from './getAuthorizationServerMetadata.ts';
import { getJwks } from './getJwks.ts';
import { getMe } from './getMe.ts';
import { getPublicOrganization } from './getPublicOrganization.ts';
import { introspectToken } from './introspectToken.ts';
import { issueToken } from './issueToken.ts';
import { listMyMemberships } from './listMyMemberships.ts';
import { requestPasswordReset } from './requestPasswordReset.ts';
import { resetPassword } from './resetPassword.ts';
import { revokeToken } from './revokeToken.ts';
import { updateMe } from './updateMe.ts';
import { updateMembership } from './updateMembership.ts';
import { updateOrganization } from './updateOrganization.ts';
import { updateUser } from './updateUser.ts';
import { createApplication } from './applications/createApplication.ts';
import { deleteApplication } from './applications/deleteApplication.ts';
import { rotateApplicationSecret } from './applications/rotateApplicationSecret.ts';
import { updateApplication } from './applications/updateApplication.ts';
import { acceptInvitation } from './invitations/acceptInvitation.ts';
import { createInvitation } from './invitations/createInvitation.ts';
import { createUserFromInvitation } from './invitations/createUserFromInvitation.ts';
import { deleteInvitation } from './invitations/deleteInvitation.ts';
import { getPublicInvitation } from './invitations/getPublicInvitation.ts';
import { resendInvitation } from './invitations/resendInvitation.ts';

/** Every operation of the document. If one is missing, this does not compile. */
export const operations: Operations = {
  acceptInvitation,
  changePassword,
  confirmEmail,
  createApplication,
  createInvitation,
  createMembership,
  createOrganization,
  createUser,
  createUserFromInvitation,
  deleteApplication,
  deleteInvitation,
  deleteMembership,
  deleteOrganization,
  deleteUser,
  getAuthorizationServerMetadata,
  getJwks,
  getMe,
  getPublicInvitation,
  getPublicOrganization,
  introspectToken,
  issueToken,
  listMyMemberships,
  requestPasswordReset,
  resendInvitation,
  resetPassword,
  revokeToken,
  rotateApplicationSecret,
  updateApplication,
  updateMe,
  updateMembership,
  updateOrganization,
  updateUser,
};
