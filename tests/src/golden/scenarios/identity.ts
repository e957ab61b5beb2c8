import { uploadPicture } from '../../requests.ts';
import { demoGids } from '../../test-system.ts';
import type { Call, Stage } from '../recorder.ts';
import { recordApplications } from './identity-applications.ts';
import { recordAuthorization } from './identity-authorization.ts';
import { recordInvitations } from './identity-invitations.ts';
import { recordPasswords } from './identity-passwords.ts';
import { recordPeople } from './identity-people.ts';
import { recordGrants, recordSessions, recordTokenReferences } from './identity-tokens.ts';

const { users, harbourBakery, northlightStudio } = demoGids;
/** Tokens, people, where they belong, and organizations. */
export async function identity(stage: Stage): Promise<void> {
  await recordGrants(stage);
  await recordAuthorization(stage);
  await recordTokenReferences(stage);
  await recordMe(stage);
  await recordSessions(stage);
  const person = await recordUsers(stage);
  await recordMemberships(stage, person);
  await recordOrganizations(stage);
  await recordApplications(stage);
  await recordInvitations(stage);
  await recordPasswords(stage);
  await recordPeople(stage);
}

async function recordMe(stage: Stage): Promise<void> {
  const { user, admin, robot, uploader } = stage.people;
  const { etag } = await stage.record('getMe', '200 for a user', { as: user });
  await stage.record('getMe', '304 for who has it', { as: user, headers: { 'if-none-match': etag } });
  await stage.record('getMe', '200 by HEAD', { as: user, method: 'HEAD' });
  await stage.record('getMe', '200 for an admin', { as: admin });
  await stage.record('getMe', '200 with some fields', { as: user, query: { fields: 'firstname,roles' } });
  await stage.record('getMe', '400 for a field that is none', { as: user, query: { fields: 'nothing' } });
  const uploadClient = await stage.unrecorded(() => stage.system.signIn('user@example.com', 'base upload_files'));
  await stage.record('getMe', '200 with an upload form', {
    as: { name: 'user, scopes base upload_files', client: uploadClient },
    query: { fields: 'upload_form' },
  });
  await stage.record('getMe', '200 with an upload form alone for a token that only uploads', { as: uploader });
  await stage.record('getMe', '403 for an application', { as: robot });
  await stage.record('listMyMemberships', '200 for a user', { as: user });
  await stage.record('listMyMemberships', '200 for one organization', {
    as: user,
    query: { query: ['organization.gid', '==', northlightStudio] },
  });
  await stage.record('listMyMemberships', '403 for an application', { as: robot });
  await stage.record('listMyMemberships', '403 for a token that only uploads', { as: uploader });
}

async function recordUsers(stage: Stage): Promise<string> {
  const { admin, manager, user, stranger } = stage.people;
  const robin = { email: 'robin@example.com', firstname: 'Robin', lastname: 'Reed' };
  const bakery = { organization: { gid: harbourBakery } };
  const create = (title: string, as: Call['as'], body: object) =>
    stage.record('createUser', title, { as: as!, body: { ...robin, ...body } });
  const full = { locale: 'fr_FR', phone: '+33 1', mobile: '+33 6', roles: ['customer'] };
  const { gid } = await create('201 by an admin', admin, {
    ...full,
    member_of: [{ ...bakery, monthly_budget: { amount: 10.5, currency: 'EUR' }, is_manager: true }],
  });
  await create('201 by a manager', manager, { email: 'jo@example.com', member_of: [bakery] });
  await create('400 for an address that has an account', admin, { email: 'ROBIN@example.com' });
  await create('400 for two memberships of one organization', admin, { email: 'two@example.com', member_of: [bakery, bakery] });
  await create('400 for an organization that is none', admin, {
    email: 'two@example.com',
    member_of: [{ organization: { gid: users.user } }],
  });
  await create('400 for two numbers of one mobile', admin, { email: 'two@example.com', mobile: '1', mobile_phone: '2' });
  await create('403 for a role by a manager', manager, { email: 'two@example.com', roles: ['admin'], member_of: [bakery] });
  await create('400 for an organization that one does not see', stranger, { email: 'two@example.com', member_of: [bakery] });

  await stage.record('listUsers', '200 for an admin', { as: admin, query: { orderBy: 'created_at', sort: 'asc', limit: 3, offset: 1 } });
  await stage.record('listUsers', '200 for an admin, by name', { as: admin, query: { orderBy: 'lastname', sort: 'asc', limit: 2 } });
  await stage.record('listUsers', '200 for a manager, found by a word', { as: manager, query: { search: 'robn' } });
  await stage.record('countUsers', '200 for a user', { as: user });
  await stage.record('countUsers', '200 of an organization', {
    as: admin,
    query: { query: ['member_of.organization.gid', '==', northlightStudio] },
  });
  await stage.record('getUser', '200 for an admin', { as: admin, at: { gid } });
  await stage.record('getUser', '200 for oneself', { as: user, at: { gid: users.user } });
  await stage.record('getUser', '404 for a colleague', { as: user, at: { gid: users.colleague } });
  await stage.record('listOrganizationUsers', '200 for the manager', { as: manager, at: { orgGid: harbourBakery }, query: { limit: 2 } });
  return gid;
}

async function recordMemberships(stage: Stage, gid: string): Promise<void> {
  const { admin, manager, user, stranger } = stage.people;
  const body = { organization: { gid: northlightStudio }, monthly_budget: { amount: 10, currency: 'EUR' } };
  await stage.record('createMembership', '400 for an organization that one does not see', { as: manager, at: { gid }, body });
  await stage.record('createMembership', '403 for a manager who makes a manager', {
    as: manager,
    at: { gid },
    body: { organization: { gid: harbourBakery }, is_manager: true },
  });
  await stage.record('createMembership', '201 by an admin', { as: admin, at: { gid }, body });
  await stage.record('createMembership', '400 for a member', { as: admin, at: { gid }, body });
  await stage.record('createMembership', '404 for a user whom one does not see', { as: user, at: { gid }, body });

  await stage.record('listMemberships', '200 for an admin', { as: admin, at: { gid } });
  await stage.record('listMemberships', '200 for a manager, what is theirs', { as: stranger, at: { gid } });
  const at = { gid, orgaGid: northlightStudio as string };
  const { etag } = await stage.record('getMembership', '200 for a manager', { as: stranger, at });
  await stage.record('listOrganizationMemberships', '200 for a manager', {
    as: stranger,
    at: { orgGid: northlightStudio },
    query: { limit: 1 },
  });
  await stage.record('listOrganizationMemberships', '200 for a user, their own', { as: user, at: { orgGid: harbourBakery } });

  await stage.record('getMembership', '200 for an admin', { as: admin, at });
  const update = (title: string, as: Call['as'], changes: object, where = at) =>
    stage.record('updateMembership', title, { as: as!, at: where, body: changes });
  await stage.record('updateMembership', '204 for who knows it as it is', {
    as: stranger,
    at,
    body: { monthly_budget: { amount: 99.5, currency: 'EUR' } },
    headers: { 'if-match': etag },
  });
  await update('204 by an admin', admin, { is_manager: true, monthly_budget: null });
  await update('400 for cents of which there are none', admin, { monthly_budget: { amount: 1.005, currency: 'EUR' } });
  await update('403 for the manager flag', stranger, { is_manager: false });
  await update('403 for oneself', user, { monthly_budget: null }, { gid: users.user, orgaGid: harbourBakery });
  await stage.record('deleteMembership', '403 for oneself', { as: user, at: { gid: users.user, orgaGid: harbourBakery } });
  await stage.record('deleteMembership', "403 for a manager who would end a manager's", { as: stranger, at });
  await update('204 by an admin, who takes the flag back', admin, { is_manager: false });
  await stage.record('deleteMembership', '204 by a manager', { as: stranger, at });
  await stage.record('deleteMembership', '404 for one that is gone', { as: admin, at });
}

async function recordOrganizations(stage: Stage): Promise<void> {
  const { admin, user } = stage.people;
  const body = {
    name: 'Mill',
    hostname: 'Mill.example',
    vat: 'FR 123',
    test: true,
    parent: { gid: harbourBakery },
    billing_address: { address1: 'Quai 1', city: 'Brest', country: 'FR' },
    billing_contact: { email: 'mill@mill.example' },
    credit_limit: { amount: 1000, currency: 'EUR' },
    price_sheet_url: 'https://files.mill.example/prices.csv',
    project_page_url: 'https://shop.mill.example/orders/{gid}',
  };
  const { gid } = await stage.record('createOrganization', '201 by an admin', { as: admin, body });
  await stage.record('createOrganization', '201 with its name alone', { as: admin, body: { name: 'Barn' } });
  await stage.record('createOrganization', '400 for a host name that is taken', {
    as: admin,
    body: { name: 'Mill', hostname: 'mill.example' },
  });
  await stage.record('createOrganization', '400 for a parent that is none', {
    as: admin,
    body: { name: 'Mill', parent: { gid: users.user } },
  });
  await stage.record('listOrganizations', '200 for an admin', { as: admin, query: { orderBy: 'name', sort: 'asc' } });
  await stage.record('listOrganizations', '200 for a user', { as: user });
  await stage.record('getOrganization', '200 for an admin', { as: admin, at: { gid } });
  await stage.record('getOrganization', '200 for a user', { as: user, at: { gid: harbourBakery } });
  const change = { billing_address: { city: null, address2: 'Door 2' }, parent: null, vat: null };
  await stage.record('updateOrganization', '204 by an admin', { as: admin, at: { gid }, body: change });
  await stage.record('updateOrganization', '400 for itself as its parent', { as: admin, at: { gid }, body: { parent: { gid } } });
  await stage.record('deleteOrganization', '204 by an admin', { as: admin, at: { gid } });
  await stage.record('updateOrganization', '204 by an admin, who opens it again', { as: admin, at: { gid }, body: { is_enabled: true } });
  await stage.record('getPublicOrganization', '200 for everybody', { at: { hostname: 'MILL.example' } });
  const logo = { url: await stage.unrecorded(() => uploadPicture(stage.system, 'admin@example.com')) };
  await stage.record('updateOrganization', '204 with a logo', { as: admin, at: { gid }, body: { logo } });
  await stage.record('getPublicOrganization', '200 with its logo', { at: { hostname: 'mill.example' } });
  const foreign = { logo: { url: 'https://elsewhere.example/logo.png' } };
  await stage.record('updateOrganization', '400 for a logo elsewhere', { as: admin, at: { gid }, body: foreign });
  const avatar = { url: await stage.unrecorded(() => uploadPicture(stage.system)) };
  await stage.record('updateMe', '200 with an avatar', { as: user, body: { avatar }, query: { fields: 'avatar' } });
  await stage.record('updateMe', '200 with the initials again', { as: user, body: { avatar: null }, query: { fields: 'avatar' } });
}
