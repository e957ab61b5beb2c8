import { serviceTokens } from '@partner-ordering/auth';
import { newGid, sql } from '@partner-ordering/data';
import type { Transaction } from '@partner-ordering/data';
import { ApiClient, testService } from '@partner-ordering/testing';
import type { ApiResponse } from '@partner-ordering/testing';
import type { Money, OrganizationCreate, Role } from '../generated/models.ts';
import { installer } from './demo.ts';
import { Application } from './domain/application.ts';
import type { Grant } from './domain/application.ts';
import { Membership } from './domain/membership.ts';
import { Organization } from './domain/organization.ts';
import { hashPassword } from './domain/password.ts';
import { User } from './domain/user.ts';
import { createIdentity } from './service.ts';

export const password = 'demo-password';

const serviceSecret = 'what the services of these tests know';

/** An organization by itself. */
export async function addOrganization({ em }: Transaction, now: Date, given: Partial<OrganizationCreate> = {}): Promise<Organization> {
  const organization = Organization.create(installer, { name: 'Bakery', ...given }, { lineage: [], now });
  em.persist(organization);
  await em.flush();
  return organization;
}

interface NewMember {
  memberOf?: readonly Organization[];
  manages?: readonly Organization[];
  roles?: Role[];
  budget?: Money | null;
  isEnabled?: boolean;
  passwordHash: string;
  now: Date;
}

/** A user with memberships, who can sign in. */
export async function addMember({ em }: Transaction, { memberOf = [], manages = [], ...given }: NewMember): Promise<User> {
  const { roles = [], budget = null, isEnabled = true, passwordHash, now } = given;
  const names = { email: `${newGid()}@example.com`, firstname: 'Robin', lastname: 'Reed' };
  const user = Object.assign(User.create(installer, { ...names, roles }, now), { passwordHash, isEnabled });
  const join = (organization: Organization, isManager: boolean) =>
    Membership.create(
      installer,
      { organization: { gid: organization.gid }, monthly_budget: budget, is_manager: isManager },
      { user, organization, now },
    );
  em.persist([user, ...memberOf.map((one) => join(one, false)), ...manages.map((one) => join(one, true))]);
  await em.flush();
  return user;
}

export type IdentitySetUp = Awaited<ReturnType<typeof setUpIdentity>>;
export type Person = ApiClient & { gid: string; email: string };

/** Identity on a database of its own, with an application, and people who sign in as partners' users do. */
export async function setUpIdentity() {
  const test = await testService('identity', createIdentity, { serviceSecret });
  const { service, anonymous } = test;
  const passwordHash = await hashPassword(password);
  const client = await addApplication();

  async function written<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    let result: Result | undefined;
    await service.write(async (tx) => void (result = await work(tx)));
    return result!;
  }

  async function addApplication(given: { grants?: Grant[]; organizations?: string[]; technicalUser?: string } = {}) {
    const { grants = ['password', 'refresh_token', 'client_credentials'] as Grant[], ...rest } = given;
    const clientId = newGid();
    const { application, secret } = Application.register({ clientId, name: 'Test', grants, ...rest }, new Date());
    await service.write(async ({ em }) => void em.persist(application));
    return { clientId, secret };
  }

  function form(path: string, fields: Record<string, string> | string, from: typeof client | undefined = client): Promise<ApiResponse> {
    const authorization = from && `Basic ${Buffer.from(`${from.clientId}:${from.secret}`).toString('base64')}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(authorization === undefined ? {} : { authorization }) };
    return anonymous.post(path, new URLSearchParams(fields).toString(), { headers });
  }

  const signIn = async (email: string, scope = 'base') =>
    (await form('/oauth2/token', { grant_type: 'password', username: email, password, scope })).body;

  return {
    ...test,
    client,
    addApplication,
    /** Posts to an endpoint of `/oauth2`; a text is sent as it is. */
    form,
    /** The body of a token answer. */
    signInAs: signIn,
    bearer: (token: string) => new ApiClient(test.url, token),
    /** A client that calls `/internal` as another service does. */
    asService: async (name: string) => {
      const tokens = serviceTokens({ secret: serviceSecret, service: name, clock: () => new Date() });
      return new ApiClient(test.url, await tokens.issue('identity'));
    },
    organization: (given?: Partial<OrganizationCreate>) => written((tx) => addOrganization(tx, new Date(), given)),
    /** Somebody who exists, and is not signed in. */
    user: (given: Omit<NewMember, 'passwordHash' | 'now'> = {}) =>
      written((tx) => addMember(tx, { ...given, passwordHash, now: new Date() })),
    /** Somebody who is signed in with a password. */
    person: async (given: Omit<NewMember, 'passwordHash' | 'now'> = {}): Promise<Person> => {
      const { gid, email } = await written((tx) => addMember(tx, { ...given, passwordHash, now: new Date() }));
      return Object.assign(new ApiClient(test.url, (await signIn(email)).access_token), { gid, email });
    },
    /** The public state that this service has published. */
    state: async (type: string, key: string) =>
      (
        await service.database.query<{ state: unknown; version: string }>(
          sql`select state, version from shared_state where type = ${type} and key = ${key}`,
        )
      )[0],
  };
}
