import { formatTime } from '@partner-ordering/kernel';
import { ok } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { isAddressTaken } from '../../domain/account.ts';
import { openInvitation } from '../../domain/open-invitation.ts';
import { Organization } from '../../domain/organization.ts';

export const getPublicInvitation: Operations['getPublicInvitation'] = async ({ path, now, database }) => {
  const em = database.orm.em.fork();
  const { email, organizationGid, expiresAt } = await openInvitation(em, path.token, now);
  const { name, logo, isEnabled } = await em.findOneOrFail(Organization, { gid: organizationGid });
  const hasUser = await isAddressTaken(database, email, null);
  const body = { email, has_user: hasUser, organization: { name, logo: isEnabled ? logo : null }, expires_at: formatTime(expiresAt) };
  return ok(body, { 'Cache-Control': 'no-store' });
};
