import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { table, type Resource } from '@partner-ordering/data';
import { newGid, type Principal } from '@partner-ordering/kernel';
import { Note, notes, organizations, sharedNotes } from '@partner-ordering/testing/notes';
import type { Document, Operation } from '@partner-ordering/openapi';
import { visibilityOf } from './resource-visibility.ts';

const read = (more: Partial<Operation>, properties: object = { title: { type: 'string' } }) => ({
  get: { operationId: 'x', responses: { '200': { content: { 'application/json': { schema: { properties } } } } }, ...more } as Operation,
});
const collection = { total_count: { type: 'integer' }, items: { type: 'array' } };
const ofOrganization = { resource: 'organizations', parameter: 'orgGid', field: 'owner' };

const document: Document = {
  openapi: '3.1.0',
  info: {},
  components: {},
  paths: {
    '/v1/notes': read({ 'x-resource': 'notes' }, collection),
    '/v1/notes/{gid}': { ...read({ 'x-resource': 'notes' }), put: { operationId: 'y', responses: {} } },
    '/v1/sheets/{gid}': read({ 'x-resource': 'sheets' }),
    '/v1/own/{gid}': read({}),
    '/v1/writes/{gid}': { put: { operationId: 'z', 'x-resource': 'notes', responses: {} } },
    '/v1/orgs/{orgGid}/notes': read({ 'x-resource': 'notes', 'x-parent': ofOrganization }, collection),
    '/v1/orgs/{orgGid}/notes/total_count': read({ 'x-resource': 'organizations' }, { total_count: { type: 'integer' } }),
    '/v1/orgs/{orgGid}/notes/{noteGid}': read({ 'x-resource': 'notes', 'x-parent': ofOrganization }),
    '/v1/orgs/{orgGid}/drafts/{noteGid}': read({ 'x-resource': 'notes', 'x-parent': ofOrganization, 'x-role': 'manager' }),
    '/v1/orgs/{orgGid}/drafts/{noteGid}/copies/{gid}': read({
      'x-reads': 'sheets',
      'x-parent': { resource: 'notes', parameter: 'noteGid', field: 'gid' },
    }),
    '/v1/secrets/{gid}': read({ 'x-resource': 'notes', 'x-role': 'admin' }),
  },
};
const resources = {
  notes: notes as Resource,
  organizations: organizations as Resource,
  sheets: { ...notes, organization: table(Note, 'n').ownerGid } as unknown as Resource,
};

const service = await sharedNotes();

describe('the visibility of a path', () => {
  const [organization, other] = [newGid(), newGid()];
  const as = (rights: Partial<Principal> = {}): Principal => ({ user: newGid(), isAdmin: false, memberOf: [], manages: [], ...rights });
  const member = as({ memberOf: [organization] });
  const manager = as({ memberOf: [organization], manages: [organization] });
  const admin = as({ isAdmin: true });
  const stranger = as({ memberOf: [other], manages: [other] });
  const seen = { exists: true, visible: true, organization: null };
  const unseen = { ...seen, visible: false };
  const nothing = { exists: false, visible: false, organization: null };
  let open: string;
  let hidden: string;
  before(async () => {
    await service.follow(...[organization, other].map((key) => ({ type: 'organization', key, state: { gid: key } })));
    const written = ['open', 'hidden'].map((title) => Note.create(organization, { title }, new Date()));
    await service.service.write(async (tx) => void tx.em.persist(written));
    [open, hidden] = written.map(({ gid }) => gid) as [string, string];
  });

  const visibility = (uri: string, principal: Principal | undefined) =>
    visibilityOf({ document, resources }, service.service.database, uri, principal);
  const visibleTo = async (uri: string, ...principals: Principal[]) => {
    const visibilities = await Promise.all(principals.map((principal) => visibility(uri, principal)));
    assert.ok(
      visibilities.every(({ exists }) => exists),
      uri,
    );
    return visibilities.map(({ visible }) => visible);
  };

  test('the rules of a resource decide who sees it, and without a principal nobody does', async () => {
    assert.deepEqual(await visibility(`/v1/notes/${open}`, stranger), seen);
    assert.deepEqual(await visibility(`/v1/notes/${hidden}`, stranger), unseen);
    assert.deepEqual(await visibility(`/v1/notes/${hidden}`, as({ user: organization })), seen);
    assert.deepEqual(await visibility(`/v1/notes/${hidden}`, admin), seen);
    assert.deepEqual(await visibility(`/v1/notes/${open}`, undefined), unseen);
  });

  test('the organization of a resource is returned even if the resource is not visible', async () => {
    assert.deepEqual(await visibility(`/v1/sheets/${open}`, stranger), { ...seen, organization });
    assert.deepEqual(await visibility(`/v1/sheets/${hidden}`, stranger), { ...unseen, organization });
    assert.deepEqual(await visibility(`/v1/sheets/${hidden}`, undefined), { ...unseen, organization });
  });

  test('a list, a count, a write, an operation of its own and another spelling are no resource', async () => {
    const paths = [
      ...['/v1/notes', '/v1/notes/', `/v1/orgs/${organization}/notes`, `/v1/orgs/${organization}/notes/total_count`],
      ...[`/v1/own/${open}`, `/v1/writes/${open}`, `/v1/notes/${open}/`, `/v1/notes/${open}?a=b`, `/v1/notes/${open}#a`],
      ...[`/notes/${open}`, `v1/notes/${open}`, ` /v1/notes/${open}`, `/v1/notes/${open}/orders`, '', '/', '/v1/constructor/x'],
    ];
    for (const path of paths) assert.deepEqual(await visibility(path, admin), nothing, path);
  });

  test('a path with an unknown or malformed gid is no resource', async () => {
    for (const gid of [newGid(), 'x', '%20', open.toUpperCase(), `${open}%00`, "'or'1"]) {
      assert.deepEqual(await visibility(`/v1/notes/${gid}`, admin), nothing, gid);
      assert.deepEqual(await visibility(`/v1/orgs/${organization}/notes/${gid}`, admin), nothing, gid);
      assert.deepEqual(await visibility(`/v1/orgs/${gid}/notes/${open}`, admin), nothing, gid);
    }
  });

  test('a nested resource is visible to users who also see its parent, and is nothing in another parent', async () => {
    const path = `/v1/orgs/${organization}/notes/${open}`;
    assert.deepEqual(await visibleTo(path, member, manager, admin, stranger), [true, true, true, false]);
    assert.deepEqual(await visibleTo(`/v1/orgs/${organization}/notes/${hidden}`, member, manager, admin), [false, false, true]);
    assert.deepEqual(await visibility(`/v1/orgs/${other}/notes/${open}`, admin), nothing);
  });

  test('a read for managers or admins is visible to them only', async () => {
    const manages = as({ memberOf: [organization], manages: [other] });
    const draft = `/v1/orgs/${organization}/drafts/${open}`;
    assert.deepEqual(await visibleTo(draft, member, manages, manager, admin, stranger), [false, false, true, true, false]);
    assert.deepEqual(await visibleTo(`/v1/secrets/${open}`, manager, admin), [false, true]);
  });

  test('a resource with x-reads in a nested parent is visible to users who see that parent', async () => {
    const copy = `/v1/orgs/${organization}/drafts/${open}/copies/${open}`;
    assert.deepEqual(await visibleTo(copy, member, manager, admin, stranger), [false, true, true, false]);
    assert.deepEqual(await visibility(copy, manager), { ...seen, organization });
    assert.deepEqual(await visibility(copy, undefined), { ...unseen, organization });
    assert.deepEqual(await visibility(`/v1/orgs/${other}/drafts/${open}/copies/${open}`, admin), nothing, 'its parent is not there');
    assert.deepEqual(
      await visibility(`/v1/orgs/${organization}/drafts/${open}/copies/${hidden}`, admin),
      nothing,
      'it is not within its parent',
    );
  });
});
