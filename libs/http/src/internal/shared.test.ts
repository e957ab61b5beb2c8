import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Queryable } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import type { Cause } from '@partner-ordering/service-client';
import { testService, tokensOf, type TestService } from '@partner-ordering/testing';
import { createNotes, Note, notes, organizations } from '@partner-ordering/testing/notes';
import type { Document } from '@partner-ordering/openapi';
import type { Runtime } from '../runtime/runtime.ts';
import { findVisible } from './shared.ts';

/** The read of a note within an organization that its user is a member of. */
const withReads = (document: Document): void => {
  const path = '/v1/notes/{gid}';
  const { get } = document.paths[path]!;
  document.paths[path]!['get'] = { ...get!, 'x-resource': 'notes' };
  const parent = { resource: 'organizations', parameter: 'orgGid', field: 'owner' };
  document.paths['/v1/orgs/{orgGid}/notes/{gid}'] = {
    get: { ...get!, operationId: 'getOrganizationNote', 'x-resource': 'notes', 'x-parent': parent },
  };
};

describe('which resources a user may see', () => {
  const organization = newGid();
  let service: TestService;
  let note: string;
  let readDocument: Document;
  before(async () => {
    const changed = (document: Document) => withReads((readDocument = document));
    service = await testService('notes', (config) => createNotes(config, changed));
    await service.follow({ type: 'organization', key: organization, state: { gid: organization } });
    const written = Note.create(organization, { title: 'open' }, new Date());
    await service.service.write(async (tx) => void tx.em.persist(written));
    note = `/v1/orgs/${organization}/notes/${written.gid}`;
  });
  after(() => service?.stop());

  const ask = async (user: string, uris: readonly string[]) => {
    const authorization = `Bearer ${await tokensOf('ordering').issue('notes')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${service.url}/internal/visible`, { method: 'POST', headers, body: JSON.stringify({ user, uris }) });
    return { status: response.status, body: (await response.json()) as { resources: object[] } };
  };
  const found = async (user: string, ...uris: string[]) => {
    const { status, body } = await ask(user, uris);
    assert.equal(status, 200);
    return body.resources;
  };
  const at = (uri: string, exists: boolean, visible: boolean) => ({ uri, exists, visible, organization: null });
  const principal = (gid: string, memberOf: string[], isEnabled = true) => ({
    type: 'principal',
    key: gid,
    state: { gid, roles: ['user'], is_enabled: isEnabled, memberships: memberOf.map((of) => ({ organization: of, is_manager: false })) },
  });
  /** Has identity answer with a state, and counts how often it is asked. */
  const atIdentity = (gid: string, state?: ReturnType<typeof principal>) => {
    const asked = { count: 0 };
    service.answer(`/internal/state/principal/${gid}`, () => {
      asked.count += 1;
      return { type: 'principal', key: gid, version: 1_000, state: null, ...state };
    });
    return asked;
  };

  test('each of the paths is answered, in their order, repeated ones too', async () => {
    const { gid } = await service.signIn({ memberOf: [organization] });
    const gone = `/v1/notes/${newGid()}`;
    assert.deepEqual(await found(gid, gone, note, '/v1/products/x', note), [
      ...[at(gone, false, false), at(note, true, true), at('/v1/products/x', false, false), at(note, true, true)],
    ]);
    assert.deepEqual(await found(gid), []);
  });

  test('a disabled user, an unknown one, and a gid that is none see nothing', async () => {
    const disabled = newGid();
    await service.follow(principal(disabled, [organization], false));
    for (const user of [disabled, newGid(), 'x']) {
      const open = note.replace(`/orgs/${organization}`, '');
      assert.deepEqual(await found(user, note, open), [at(note, true, false), at(open, true, false)]);
    }
  });

  test('identity is asked before a refusal that rests on a replica, and its answer holds', async () => {
    const joined = newGid();
    await service.follow(principal(joined, []));
    const asked = atIdentity(joined, principal(joined, [organization]));
    assert.deepEqual(await found(joined, note), [at(note, true, true)]);
    assert.equal(asked.count, 1);

    const newcomer = newGid();
    service.leaveToOwner(principal(newcomer, [organization]));
    assert.deepEqual(await found(newcomer, note), [at(note, true, true)]);
  });

  test('100 paths are looked for with at most five statements at a time', async () => {
    const [running, most] = [new Set<object>(), { count: 0 }];
    const query = async <Row>(statement: Parameters<Queryable['query']>[0]): Promise<Row[]> => {
      const own = {};
      most.count = Math.max(most.count, running.add(own).size);
      return service.service.database.query<Row>(statement).finally(() => running.delete(own));
    };
    const runtime = { database: { query }, document: readDocument, resources: { notes, organizations }, owners: { knows: () => false } };
    const uris = Array.from({ length: 100 }, () => note);
    const { resources } = await findVisible(runtime as unknown as Runtime, { user: newGid(), uris }, {} as Cause);
    assert.deepEqual(
      resources,
      uris.map(() => at(note, true, false)),
    );
    assert.equal(most.count, 5);
  });
});
