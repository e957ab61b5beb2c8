import { demoGids } from '../../test-system.ts';
import type { Call, Stage } from '../recorder.ts';

const { users, harbourBakery, northlightStudio } = demoGids;

/** People who are changed and deleted. Last in its scenario, as nobody comes back. */
export async function recordPeople(stage: Stage): Promise<void> {
  const { admin, manager, user, stranger } = stage.people;
  const member = (gid: string) => ({ organization: { gid } });
  const { gid } = await stage.record('createUser', '201 for who is changed and deleted', {
    as: admin,
    body: { email: 'nia@example.com', firstname: 'Nia', lastname: 'Nord', member_of: [member(harbourBakery), member(northlightStudio)] },
  });
  const at = { gid };
  const update = (title: string, as: Call['as'], body: object, where = at) =>
    stage.record('updateUser', title, { as: as!, at: where, body });
  await update('403 by a manager of one of two organizations', manager, { firstname: 'Nina' });
  await update('403 for oneself', user, { firstname: 'Nina' }, { gid: users.user });
  await update('204 by an admin', admin, { firstname: 'Nina', locale: 'fr', phone: '+33 1', roles: ['customer'], is_enabled: false });
  await update('204 by an admin, another address', admin, { is_enabled: true, email: 'nina@example.com' });
  await stage.record('endUserSessions', '204 by an admin', { as: admin, at });
  await stage.record('endUserSessions', '403 for oneself', { as: user, at: { gid: users.user } });
  await stage.record('deleteUser', '403 for oneself', { as: user, at: { gid: users.user } });
  await stage.record('deleteUser', '204 by a manager', { as: stranger, at });
  await stage.record('deleteUser', '204 by an admin', { as: admin, at });
  await stage.record('deleteUser', '404 for who is gone', { as: admin, at });
}
