import { DOCS_CLIENT } from '@partner-ordering/auth';
import type { Database } from '@partner-ordering/data';
import type { TryIt } from '@partner-ordering/service';
import { Application } from '../domain/application.ts';

interface Options {
  database: Pick<Database, 'orm'>;
  issuer: string;
  tryIt: TryIt;
}

/** Finds the application with a client id, as this installation has it; null if there is none. */
export type FindClient = (clientId: string) => Promise<Application | null>;

/** While nobody may try requests, `docs` is unknown. */
export const clientFinder =
  ({ database, issuer, tryIt }: Options): FindClient =>
  async (clientId) => {
    // PostgreSQL cannot store NUL, so no client id has one.
    if (clientId.includes('\0') || (clientId === DOCS_CLIENT && tryIt === 'off')) return null;
    const application = await database.orm.em.fork().findOne(Application, { clientId });
    if (application === null || clientId !== DOCS_CLIENT) return application;
    return Object.assign(application, { redirectUris: [`${issuer}/docs/reference/signed-in.html`], isForTesters: tryIt === 'test' });
  };
