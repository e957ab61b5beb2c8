import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { mail, sendMails } from '../../mails/send-mails.ts';
import { invitations } from '../../resources/invitations.ts';

/** Who sees an invitation may send it again. */
export const resendInvitation: Operations['resendInvitation'] = async (context) => {
  const { path, now, load } = context;
  const invitation = await load(invitations, path.gid);
  invitation.renew(now);
  await sendMails(context, [mail('invitation', { about: invitation.gid, to: invitation.email }, invitation.organizationGid)]);
  return noContent();
};
