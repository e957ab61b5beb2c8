import { reply, shownOnce } from '@partner-ordering/http';
import type { ApplicationSecret } from '../../../generated/models.ts';
import type { Operations } from '../../../generated/operations.ts';
import { Application } from '../../domain/application.ts';
import { applications } from '../../resources/applications.ts';
import { namedByApplication } from '../loading/named-by-application.ts';

export const createApplication: Operations['createApplication'] = async ({ body, principal, now, tx }) => {
  const { application, secret } = Application.create(principal, body, await namedByApplication(tx, principal, body), now);
  tx.em.persist(application);
  const { gid, clientId } = application;
  const href = applications.href(gid);
  const shown: ApplicationSecret = { gid, href, client_id: clientId, client_secret: secret, previous_expires_at: null };
  return shownOnce(reply(201, shown, { Location: href }), { ...shown, client_secret: null });
};
