// Generated from the names in operations.ts and the files of src/operations by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { getJwks } from '../src/operations/tokens/getJwks.ts';
import { getAuthorizationServerMetadata } from '../src/operations/tokens/getAuthorizationServerMetadata.ts';
import { openAuthorizationPage } from '../src/operations/tokens/openAuthorizationPage.ts';
import { authorizeApplication } from '../src/operations/tokens/authorizeApplication.ts';
import { introspectToken } from '../src/operations/tokens/introspectToken.ts';
import { revokeToken } from '../src/operations/tokens/revokeToken.ts';
import { openSignInPage } from '../src/operations/tokens/openSignInPage.ts';
import { signInBrowser } from '../src/operations/tokens/signInBrowser.ts';
import { openSignOutPage } from '../src/operations/tokens/openSignOutPage.ts';
import { signOut } from '../src/operations/tokens/signOut.ts';
import { issueToken } from '../src/operations/tokens/issueToken.ts';
import { createApplication } from '../src/operations/applications/createApplication.ts';
import { updateApplication } from '../src/operations/applications/updateApplication.ts';
import { deleteApplication } from '../src/operations/applications/deleteApplication.ts';
import { rotateApplicationSecret } from '../src/operations/applications/rotateApplicationSecret.ts';
import { createInvitation } from '../src/operations/invitations/createInvitation.ts';
import { deleteInvitation } from '../src/operations/invitations/deleteInvitation.ts';
import { resendInvitation } from '../src/operations/invitations/resendInvitation.ts';
import { acceptInvitation } from '../src/operations/invitations/acceptInvitation.ts';
import { getMe } from '../src/operations/getMe.ts';
import { updateMe } from '../src/operations/updateMe.ts';
import { listMyAuthorizations } from '../src/operations/authorizations/listMyAuthorizations.ts';
import { getMyAuthorization } from '../src/operations/authorizations/getMyAuthorization.ts';
import { deleteMyAuthorization } from '../src/operations/authorizations/deleteMyAuthorization.ts';
import { listMyBrowserSessions } from '../src/operations/browser-sessions/listMyBrowserSessions.ts';
import { getMyBrowserSession } from '../src/operations/browser-sessions/getMyBrowserSession.ts';
import { deleteMyBrowserSession } from '../src/operations/browser-sessions/deleteMyBrowserSession.ts';
import { listMyMemberships } from '../src/operations/listMyMemberships.ts';
import { changePassword } from '../src/operations/changePassword.ts';
import { listMySessions } from '../src/operations/listMySessions.ts';
import { getMySession } from '../src/operations/getMySession.ts';
import { deleteMySession } from '../src/operations/deleteMySession.ts';
import { createOrganization } from '../src/operations/createOrganization.ts';
import { updateOrganization } from '../src/operations/updateOrganization.ts';
import { deleteOrganization } from '../src/operations/deleteOrganization.ts';
import { confirmEmail } from '../src/operations/confirmEmail.ts';
import { restoreEmail } from '../src/operations/restoreEmail.ts';
import { getPublicInvitation } from '../src/operations/invitations/getPublicInvitation.ts';
import { createUserFromInvitation } from '../src/operations/invitations/createUserFromInvitation.ts';
import { getPublicOrganization } from '../src/operations/getPublicOrganization.ts';
import { requestPasswordReset } from '../src/operations/requestPasswordReset.ts';
import { resetPassword } from '../src/operations/resetPassword.ts';
import { createUser } from '../src/operations/createUser.ts';
import { updateUser } from '../src/operations/updateUser.ts';
import { deleteUser } from '../src/operations/deleteUser.ts';
import { createMembership } from '../src/operations/createMembership.ts';
import { updateMembership } from '../src/operations/updateMembership.ts';
import { deleteMembership } from '../src/operations/deleteMembership.ts';
import { endUserSessions } from '../src/operations/endUserSessions.ts';

export const operations: Operations = {
  getJwks,
  getAuthorizationServerMetadata,
  openAuthorizationPage,
  authorizeApplication,
  introspectToken,
  revokeToken,
  openSignInPage,
  signInBrowser,
  openSignOutPage,
  signOut,
  issueToken,
  createApplication,
  updateApplication,
  deleteApplication,
  rotateApplicationSecret,
  createInvitation,
  deleteInvitation,
  resendInvitation,
  acceptInvitation,
  getMe,
  updateMe,
  listMyAuthorizations,
  getMyAuthorization,
  deleteMyAuthorization,
  listMyBrowserSessions,
  getMyBrowserSession,
  deleteMyBrowserSession,
  listMyMemberships,
  changePassword,
  listMySessions,
  getMySession,
  deleteMySession,
  createOrganization,
  updateOrganization,
  deleteOrganization,
  confirmEmail,
  restoreEmail,
  getPublicInvitation,
  createUserFromInvitation,
  getPublicOrganization,
  requestPasswordReset,
  resetPassword,
  createUser,
  updateUser,
  deleteUser,
  createMembership,
  updateMembership,
  deleteMembership,
  endUserSessions,
};
