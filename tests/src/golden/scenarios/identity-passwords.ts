import { tokenIn } from '@partner-ordering/testing';
import type { Stage } from '../recorder.ts';
import { newUser } from './new-user.ts';

const NEW = 'zebra-lamp-42';
const unknown = '019a0000-0000-7000-8000-00000000ffff';

/** Changes of a person's own data: names, email address, password; and mails that never arrive. */
export async function recordPasswords(stage: Stage): Promise<void> {
  await recordUpdateMe(stage);
  await recordChangePassword(stage);
  await recordResets(stage);
  await recordUndelivered(stage);
}

async function recordUpdateMe(stage: Stage): Promise<void> {
  const { robot } = stage.people;
  // With a separate user, since the others must not change.
  const as = await newUser(stage, { email: 'ines@example.com' });
  const body = { firstname: 'Nia', lastname: 'Next', locale: 'fr_FR', phone: '+33 1', mobile: '+33 6' };
  await stage.record('updateMe', '200 with the user', { as, body });
  await stage.record('updateMe', '200 with some fields', { as, body: { phone: null }, query: { fields: 'phone' } });
  await stage.record('updateMe', '200 without the mails of a kind', {
    as,
    body: { notifications: { project_delivered: false } },
    query: { fields: 'notifications' },
  });
  await stage.record('getMe', '200 with the mails about projects', { as, query: { fields: 'notifications' } });
  const address = { email: 'ines@next.example', current_password: 'demo-password' };
  await stage.record('updateMe', '200 with an address that waits', { as, body: address, query: { fields: 'pending_email' } });
  await stage.record('updateMe', '400 for an address without the current password', { as, body: { email: address.email } });
  await stage.record('updateMe', '400 for an address with a wrong password', { as, body: { ...address, current_password: 'wrong' } });
  await stage.record('updateMe', '400 for two numbers of one mobile', { as, body: { mobile: '1', mobile_phone: '2' } });
  await stage.record('updateMe', '400 for an address that is none', { as, body: { email: 'ines@next.example\r\nBcc: eve@example.org' } });
  await stage.record('updateMe', '403 for an application', { as: robot, body });

  const token = tokenIn(await stage.system.mailTo('ines@next.example', 'email_change'));
  await stage.record('confirmEmail', '204 with the token of the mail', { at: { token } });
  await stage.record('confirmEmail', '404 with one that was used', { at: { token } });
  await recordRestoration(stage, tokenIn(await stage.system.mailTo('ines@example.com', 'email_change_notice')));
}

async function recordRestoration(stage: Stage, token: string): Promise<void> {
  const restore = (title: string, password: string) => stage.record('restoreEmail', title, { at: { token }, body: { password } });
  await restore('400 for a password that is too short', 'short');
  await stage.record('restoreEmail', '412 for any If-Match', { at: { token }, body: { password: NEW }, headers: { 'if-match': '"any"' } });
  await restore('204 with the token of the notice', NEW);
  await restore('404 with one that was used', NEW);
}

async function recordChangePassword(stage: Stage): Promise<void> {
  const { robot } = stage.people;
  const as = await newUser(stage, { email: 'noa@example.com' });
  const body = { current_password: 'demo-password', password: NEW };
  const change = (title: string, changes: object) => stage.record('changePassword', title, { as, body: { ...body, ...changes } });
  await change('400 for a wrong current password', { current_password: 'wrong' });
  await change('400 for one that is too short', { password: 'short' });
  await change('400 for one that everybody has', { password: 'Password123' });
  await change('400 for one with the address', { password: 'my noa@example.com' });
  await stage.record('changePassword', '403 for an application', { as: robot, body });
  await change('204 with the current one', {});
}

async function recordResets(stage: Stage): Promise<void> {
  const body = { email: 'colleague@example.com' };
  await stage.record('requestPasswordReset', '204 for an account', { body });
  await stage.record('requestPasswordReset', '204 for who has no account', { body: { email: 'nobody@example.com' } });
  const token = tokenIn(await stage.system.mailTo(body.email, 'password_reset'));
  const reset = (title: string, password: string) => stage.record('resetPassword', title, { at: { token }, body: { password } });
  await reset('400 for one that is too short', 'short');
  await stage.record('resetPassword', '412 for any If-Match', { at: { token }, body: { password: NEW }, headers: { 'if-match': '"any"' } });
  await reset('204 with the token of the mail', NEW);
  await reset('404 with one that was used', NEW);
}

async function recordUndelivered(stage: Stage): Promise<void> {
  const { admin, manager } = stage.people;
  await stage.unrecorded(() => giveUpMail(stage));
  const { body } = await stage.record('listUndeliveredMails', '200 for an admin', { as: admin });
  await stage.record('listUndeliveredMails', '200 of a kind', { as: admin, query: { query: ['kind', '==', 'invitation'] } });
  const at = { gid: body.items[0].gid as string };
  const { etag } = await stage.record('getUndeliveredMail', '200 for an admin', { as: admin, at });
  await stage.record('getUndeliveredMail', '304 for who has it', { as: admin, at, headers: { 'if-none-match': etag } });
  await stage.record('getUndeliveredMail', '404 for a manager', { as: manager, at });
}

/** The state after a mail server has refused a recipient. */
async function giveUpMail({ system }: Stage): Promise<void> {
  const data = { gid: '019a0000-0000-7000-8000-00000000fff1', about: unknown, to: 'gone@example.com' };
  await system.services.identity.database.query({
    text: `insert into job (name, key, data, attempts, last_error, given_up_at)
      values ('mail_set_password', $1, $2, 1, 'Error: 550 no such mailbox', now())`,
    values: [unknown, JSON.stringify(data)],
  });
}
