import { installer } from '@partner-ordering/kernel';
import { withSecretFiles, type Service } from '@partner-ordering/service';
import { accountByEmail, hadAdmin } from './domain/account.ts';
import { Application } from './domain/application.ts';
import { checkPassword } from './domain/password-rules.ts';
import { hashPassword } from './domain/password.ts';
import { newSecret } from './domain/secret.ts';
import { User } from './domain/user.ts';

const CLIENT_ID = 'administration';

/** Variables of given credentials, which the output leaves out. */
const credentialVariables = ['ADMIN_PASSWORD', 'ADMIN_CLIENT_SECRET'];

/**
 * `create-admin <email> <firstname> <lastname> [--first]`: makes an admin, and the first time an application to sign in with. Returns
 * the new credentials, once. `ADMIN_PASSWORD` and `ADMIN_CLIENT_SECRET` are used instead and not returned; with a given password an
 * existing account is no error. `--first` does nothing if there ever was an admin. Throws an Error of one line.
 */
export async function createAdmin(
  service: Service,
  args: readonly string[],
  now: Date,
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const isOnlyFirst = args.at(-1) === '--first';
  const [email = '', firstname, lastname, extra] = isOnlyFirst ? args.slice(0, -1) : args;
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || !firstname || !lastname || extra !== undefined) {
    throw new Error('it takes an email address, a first name and a last name');
  }
  const { ADMIN_PASSWORD: givenPassword, ADMIN_CLIENT_SECRET: givenSecret } = withSecretFiles(environment, credentialVariables);
  if (isOnlyFirst && (await hadAdmin(service.database, CLIENT_ID))) return 'an admin was made before; nothing was changed';
  if (await accountByEmail(service.database, email)) {
    if (givenPassword !== undefined) return `${email} has an account already; nothing was changed`;
    throw new Error(`${email} has an account already`);
  }
  const password = givenPassword ?? newSecret();
  await checkPassword(password, email);
  const passwordHash = await hashPassword(password);
  let secret: string | undefined;
  await service.write(async ({ em }) => {
    const user = User.create(installer, { email, firstname, lastname, roles: ['admin'] }, now);
    user.setPassword(passwordHash);
    em.persist(user);
    if ((await em.count(Application, { clientId: CLIENT_ID })) > 0) return;
    const registered = Application.register(
      { clientId: CLIENT_ID, name: 'Administration', grants: ['password', 'refresh_token'] },
      now,
      givenSecret,
    );
    secret = registered.secret;
    em.persist(registered.application);
  });
  const credentials = {
    ...(givenPassword === undefined && { password }),
    client_id: CLIENT_ID,
    ...(secret !== undefined && givenSecret === undefined && { client_secret: secret }),
  };
  return JSON.stringify({ username: email, ...credentials }, null, 2);
}
