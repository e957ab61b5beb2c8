import { reply } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { Application } from '../../domain/application.ts';
import { namedByApplication } from '../loading/named-by-application.ts';
import { shownSecret } from '../loading/shown-secret.ts';

export const createApplication: Operations['createApplication'] = async ({ body, principal, now, tx }) => {
  const { application, secret } = Application.create(principal, body, await namedByApplication(tx, principal, body, now), now);
  tx.em.persist(application);
  return shownSecret(application, { secret, previousUntil: null }, (shown) => reply(201, shown, { Location: shown.href }));
};
