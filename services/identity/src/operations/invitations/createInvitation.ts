import { created } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { Invitation } from '../../domain/invitation.ts';
import { makeRoom } from '../../domain/open-invitation.ts';
import { namedOrganizations } from '../../domain/organization-references.ts';
import { mail, sendMails } from '../../mails/send-mails.ts';
import { invitations } from '../../resources/invitations.ts';

export const createInvitation: Operations['createInvitation'] = async (context) => {
  const { body, principal, now, tx } = context;
  const [organization] = await namedOrganizations(tx, principal, [body.organization]);
  const invitation = Invitation.create(principal, body, { organization, now });
  await makeRoom(tx, invitation.email, organization!, now);
  tx.em.persist(invitation);
  await sendMails(context, [mail('invitation', { about: invitation.gid, to: invitation.email }, invitation.organizationGid)]);
  return created(invitations.href(invitation.gid));
};
