// Generated from the names in operations.ts and the files of src/operations by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import {
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
} from '../src/operations/tokens.ts';
import { createApplication, updateApplication, deleteApplication, rotateApplicationSecret } from '../src/operations/applications.ts';
import { createInvitation, deleteInvitation, resendInvitation, getPublicInvitation } from '../src/operations/invitations.ts';
import { acceptInvitation } from '../src/operations/acceptInvitation.ts';
import { getMe } from '../src/operations/getMe.ts';
import { updateMe } from '../src/operations/updateMe.ts';
import { listMyAuthorizations, getMyAuthorization, deleteMyAuthorization } from '../src/operations/authorizations.ts';
import { listMyBrowserSessions, getMyBrowserSession, deleteMyBrowserSession } from '../src/operations/browser-sessions.ts';
import { listMyMemberships } from '../src/operations/listMyMemberships.ts';
import { changePassword } from '../src/operations/changePassword.ts';
import { listMySessions, getMySession, deleteMySession, endUserSessions } from '../src/operations/sessions.ts';
import { createOrganization, updateOrganization, deleteOrganization, getPublicOrganization } from '../src/operations/organizations.ts';
import { confirmEmail } from '../src/operations/confirmEmail.ts';
import { restoreEmail } from '../src/operations/restoreEmail.ts';
import { createUserFromInvitation } from '../src/operations/createUserFromInvitation.ts';
import { requestPasswordReset } from '../src/operations/requestPasswordReset.ts';
import { resetPassword } from '../src/operations/resetPassword.ts';
import { createUser } from '../src/operations/createUser.ts';
import { updateUser } from '../src/operations/updateUser.ts';
import { deleteUser } from '../src/operations/deleteUser.ts';
import { createMembership } from '../src/operations/createMembership.ts';
import { updateMembership } from '../src/operations/updateMembership.ts';
import { deleteMembership } from '../src/operations/deleteMembership.ts';

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
