import { demoGids } from '../../test-system.ts';
import type { Call, Stage } from '../recorder.ts';

const { users, harbourBakery, northlightStudio } = demoGids;

/** Applications: created, changed, given another secret, deleted. */
export async function recordApplications(stage: Stage): Promise<void> {
  const { admin, manager } = stage.people;
  const body = {
    name: 'Web shop',
    grants: ['client_credentials', 'password'],
    scopes: ['base', 'files'],
    organizations: [{ gid: harbourBakery }, { gid: northlightStudio }],
    user: { gid: users.robot },
  };
  const create = (title: string, as: Call['as'], more: object = {}, headers: Record<string, string> = {}) =>
    stage.record('createApplication', title, { as: as!, body: { ...body, ...more }, headers });
  const key = { 'idempotency-key': 'web shop' };
  const { gid } = await create('201 by an admin, with the secret', admin, {}, key);
  await create('201 again, without the secret', admin, {}, key);
  const redirects = { name: 'Plug-in', grants: ['authorization_code', 'refresh_token'], scopes: undefined, user: undefined };
  const loopbackRedirects = { ...redirects, is_public: true, redirect_uris: ['http://127.0.0.1/signed-in'] };
  const { gid: plugIn } = await create('201 of a public one, without a secret', admin, loopbackRedirects);
  await create('400 for a redirect URI over plain HTTP', admin, { ...loopbackRedirects, redirect_uris: ['http://app.example/'] });
  await create('400 for authorization_code without a redirect URI', admin, redirects);
  await create('400 for a public one that signs in with passwords', admin, {
    ...loopbackRedirects,
    grants: ['authorization_code', 'password'],
  });
  await create('400 for client_credentials without a user', admin, { user: null });
  await create('400 for a grant that begins nothing', admin, { grants: ['refresh_token'] });
  await create('400 for an organization that does not exist', admin, { organizations: [{ gid: users.user }] });

  const at = { gid };
  await stage.record('listApplications', '200 for an admin', { as: admin, query: { orderBy: 'name', sort: 'asc' } });
  await stage.record('listApplications', '200 of an organization', {
    as: admin,
    query: { query: ['organizations.gid', '==', northlightStudio] },
  });
  const { etag } = await stage.record('getApplication', '200 for an admin', { as: admin, at });
  await stage.record('getApplication', '304 for who has it', { as: admin, at, headers: { 'if-none-match': etag } });
  await stage.record('getApplication', '404 for a manager', { as: manager, at });

  await recordChanges(stage, at);
  await stage.record('rotateApplicationSecret', '400 for a public one', { as: admin, at: { gid: plugIn } });
}

async function recordChanges(stage: Stage, at: { gid: string }): Promise<void> {
  const { admin, manager } = stage.people;
  const update = (title: string, as: Call['as'], body: object) => stage.record('updateApplication', title, { as: as!, at, body });
  await update('204 by an admin', admin, { name: 'Shop', grants: ['client_credentials'], organizations: [], is_enabled: false });
  await update('400 without the user that it acts as', admin, { user: null });
  await update('404 by a manager', manager, { name: 'Ours' });

  await stage.record('rotateApplicationSecret', '200 with a new secret', { as: admin, at });
  await stage.record('rotateApplicationSecret', '200 with no time for the old one', { as: admin, at, body: { grace_seconds: 0 } });

  await stage.record('deleteUser', '400 for whom an application acts as', { as: admin, at: { gid: users.robot } });
  await stage.record('deleteApplication', '404 by a manager', { as: manager, at });
  await stage.record('deleteApplication', '204 by an admin', { as: admin, at });
  await stage.record('getApplication', '404 for one that is gone', { as: admin, at });
}
