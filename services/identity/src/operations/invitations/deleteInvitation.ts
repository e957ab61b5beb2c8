import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { removeInvitation } from '../../domain/open-invitation.ts';
import { invitations } from '../../resources/invitations.ts';

/** Who sees an invitation may take it back. */
export const deleteInvitation: Operations['deleteInvitation'] = async ({ path, now, tx, load }) => {
  await removeInvitation(tx, await load(invitations, path.gid), now);
  return noContent();
};
