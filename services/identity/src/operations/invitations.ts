import { created, noContent, ok } from '@partner-ordering/http';
import { formatTime } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { isAddressTaken } from '../domain/account.ts';
import { Invitation } from '../domain/invitation.ts';
import { mustBeInvitable, openInvitation, removeInvitation } from '../domain/open-invitation.ts';
import { namedOrganizations } from '../domain/organization-references.ts';
import { Organization } from '../domain/organization.ts';
import { mail, sendMails } from '../mails/send-mails.ts';
import { invitations } from '../resources/invitations.ts';

export const createInvitation: Operations['createInvitation'] = async (context) => {
  const { body, principal, now, tx } = context;
  const [organization] = await namedOrganizations(tx, principal, [body.organization]);
  const invitation = Invitation.create(principal, body, { organization, now });
  await mustBeInvitable(tx, invitation.email, organization!, now);
  tx.em.persist(invitation);
  await sendMails(context, [mail('invitation', { about: invitation.gid, to: invitation.email }, invitation.organizationGid)]);
  return created(invitations.href(invitation.gid));
};

/** Everyone who sees an invitation may send it again. */
export const resendInvitation: Operations['resendInvitation'] = async (context) => {
  const { path, now, load } = context;
  const invitation = await load(invitations, path.gid);
  invitation.renew(now);
  await sendMails(context, [mail('invitation', { about: invitation.gid, to: invitation.email }, invitation.organizationGid)]);
  return noContent();
};

/** Everyone who sees an invitation may withdraw it. */
export const deleteInvitation: Operations['deleteInvitation'] = async ({ path, now, tx, load }) => {
  await removeInvitation(tx, await load(invitations, path.gid), now);
  return noContent();
};

export const getPublicInvitation: Operations['getPublicInvitation'] = async ({ path, now, database }) => {
  const em = database.orm.em.fork();
  const { email, organizationGid, expiresAt } = await openInvitation(em, path.token, now);
  const { name, logo, isEnabled } = await em.findOneOrFail(Organization, { gid: organizationGid });
  const hasUser = await isAddressTaken(database, email, null);
  const body = { email, has_user: hasUser, organization: { name, logo: isEnabled ? logo : null }, expires_at: formatTime(expiresAt) };
  return ok(body, { 'Cache-Control': 'no-store' });
};
