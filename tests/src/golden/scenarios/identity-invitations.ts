import { tokenIn } from '@partner-ordering/testing';
import { demoGids } from '../../test-system.ts';
import type { Stage } from '../recorder.ts';

const { harbourBakery, northlightStudio } = demoGids;
const NEW = 'zebra-lamp-42';

/** Inviting, signing up, and accepting with an account. */
export async function recordInvitations(stage: Stage): Promise<void> {
  await recordInviting(stage);
  await recordSigningUp(stage);
  await recordAccepting(stage);
}

async function recordInviting(stage: Stage): Promise<void> {
  const { admin, manager, user } = stage.people;
  const body = { email: 'ivy@example.com', organization: { gid: harbourBakery } };
  const create = (title: string, as: Stage['people']['admin'], more: object = {}) =>
    stage.record('createInvitation', title, { as, body: { ...body, ...more } });
  const { gid } = await create('201 by a manager', manager, { budget: { amount: 10.5, currency: 'EUR' }, user_rank: 'user' });
  await create('201 of a manager by an admin', admin, { email: 'max@example.com', user_rank: 'manager' });
  await create('400 for an address that is invited already', manager, { email: 'IVY@example.com' });
  await create('400 for a member', manager, { email: 'user@example.com' });
  await create('400 for an organization that one does not see', manager, { organization: { gid: northlightStudio } });
  await create('403 of a manager by a manager', manager, { email: 'may@example.com', user_rank: 'manager' });

  await stage.record('listInvitations', '200 for a manager', { as: manager });
  await stage.record('listInvitations', '200 for a user', { as: user });
  const query = { query: ['organization.gid', '==', harbourBakery], orderBy: 'created_at', sort: 'asc' };
  await stage.record('listInvitations', '200 of an organization for an admin', { as: admin, query });
  const at = { gid };
  const { etag } = await stage.record('getInvitation', '200 for a manager', { as: manager, at });
  await stage.record('getInvitation', '304 for who has it', { as: manager, at, headers: { 'if-none-match': etag } });
  await stage.record('resendInvitation', '204 by a manager', { as: manager, at });
  await stage.record('resendInvitation', '404 by a user', { as: user, at });
  await stage.record('deleteInvitation', '404 by a user', { as: user, at });
  await stage.record('deleteInvitation', '204 by a manager', { as: manager, at });
}

/** Invites without a record; answers the token and the code of the mail. */
function invited(stage: Stage, email: string, organization: string): Promise<{ token: string; code: string }> {
  return stage.unrecorded(async () => {
    await stage.people.admin.client.create('/v1/invitations', { email, organization: { gid: organization } });
    const mail = await stage.system.mailTo(email, 'invitation');
    return { token: tokenIn(mail), code: /&code=([\w-]+)/.exec(mail.text!)![1]! };
  });
}

async function recordSigningUp(stage: Stage): Promise<void> {
  const { token, code } = await invited(stage, 'ida@example.com', harbourBakery);
  const at = { token };
  await stage.record('getPublicInvitation', '200 with its token', { at });
  const body = { firstname: 'Ida', lastname: 'New', password: NEW };
  const signUp = (title: string, more: object) => stage.record('createUserFromInvitation', title, { at, body: { ...body, ...more } });
  await signUp('400 for a code that is none', { code: 'made-up' });
  await signUp('400 for a password that everybody has', { password: 'Password123' });
  await signUp('201 with the code of the mail', { code, locale: 'fr' });
  await signUp('404 with a token that was used', {});
  await stage.record('getPublicInvitation', '404 with a token that was used', { at });
}

async function recordAccepting(stage: Stage): Promise<void> {
  const { colleague, manager, robot } = stage.people;
  const { token } = await invited(stage, 'colleague@example.com', northlightStudio);
  const at = { token };
  await stage.record('acceptInvitation', '403 for somebody else', { as: manager, at });
  await stage.record('acceptInvitation', '403 for an application', { as: robot, at });
  await stage.record('acceptInvitation', '400 for a code that is none', { as: colleague, at, body: { code: 'made-up' } });
  await stage.record('acceptInvitation', '204 by the invited user', { as: colleague, at });
}
