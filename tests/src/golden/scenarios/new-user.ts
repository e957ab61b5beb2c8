import { gidOf, type ApiClient } from '@partner-ordering/testing';
import type { Caller, Stage } from '../recorder.ts';

/** A user of a scenario's own. */
export interface NewUser extends Caller {
  gid: string;
}

/** The properties of a new user. */
export interface NewUserOptions {
  email: string;
  /** As the corpus shows them. */
  name?: string;
  /** As `createUser` takes it. */
  member_of?: readonly object[];
}

/** A user who was created through the API and signs in, without writing it down. */
export const newUser = (stage: Stage, { email, name = 'new user', member_of = [] }: NewUserOptions): Promise<NewUser> =>
  stage.unrecorded(async () => {
    const { system, people } = stage;
    const body = { email, firstname: 'New', lastname: 'User', ...(member_of.length > 0 && { member_of }) };
    const gid = gidOf(await people.admin.client.create('/v1/users', body));
    await system.setPassword(gid);
    const client: ApiClient = await system.signIn(email);
    return { gid, name, client };
  });
