import { installer } from '@partner-ordering/kernel';
import type { Service } from '@partner-ordering/http';
import { accountByEmail } from './domain/account.ts';
import { Application, newSecret } from './domain/application.ts';
import { User } from './domain/user.ts';

const CLIENT_ID = 'administration';

/**
 * `create-admin <email> <firstname> <lastname>`: makes an admin with a new password, and the first time an application to sign in with.
 * Returns the credentials, which are shown only this once. Everything else is made through the API. Throws an Error of one line.
 */
export async function createAdmin(service: Service, args: readonly string[], now: Date): Promise<string> {
  const [email = '', firstname, lastname, more] = args;
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || !firstname || !lastname || more !== undefined) {
    throw new Error('it takes an e-mail address, a first name and a last name');
  }
  if (await accountByEmail(service.database, email)) throw new Error(`${email} has an account already`);
  const password = newSecret();
  let secret: string | undefined;
  await service.write(async ({ em }) => {
    const user = User.create(installer, { email, firstname, lastname, roles: ['admin'] }, now);
    await user.setPassword(password);
    em.persist(user);
    if ((await em.count(Application, { clientId: CLIENT_ID })) > 0) return;
    const registered = Application.register({ clientId: CLIENT_ID, name: 'Administration', grants: ['password', 'refresh_token'] }, now);
    secret = registered.secret;
    em.persist(registered.application);
  });
  const application = secret === undefined ? { client_id: CLIENT_ID } : { client_id: CLIENT_ID, client_secret: secret };
  return JSON.stringify({ username: email, password, ...application }, null, 2);
}
