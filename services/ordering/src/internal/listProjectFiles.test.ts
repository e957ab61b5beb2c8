import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, tokensOf } from '@partner-ordering/testing';
import { createContest, createWork, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('files of a project for an archive', () => {
  let ordering: Awaited<ReturnType<typeof sharedOrdering>>;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const listFor = async (user: string, project: string, path = ''): Promise<[number, string[] | undefined]> => {
    const authorization = `Bearer ${await tokensOf('files').issue('ordering')}`;
    const response = await fetch(`${ordering.url}/internal/project_files?project=${project}&user=${user}${path}`, {
      headers: { authorization },
    });
    const { files } = (await response.json()) as { files?: { path: string; folder: string }[] };
    return [response.status, files?.map(({ path, folder }) => `${folder} ${path}`)];
  };

  test('200 lists each file once, in the last of its folders, for everybody who sees the project', async () => {
    const { user, manager, admin, organization } = market;
    const colleague = await ordering.signIn({ memberOf: [organization] });
    const [brief, sent, final, picture] = [
      ordering.files.upload(user),
      ordering.files.upload(user),
      ordering.files.upload(admin),
      ordering.files.upload(admin, 'image'),
    ];
    const contest = await createContest(market);
    const [project, shared] = [gidOf(contest), { user: { gid: colleague.gid } }];
    await user.create(`${contest}/brief_files`, { url: brief });
    await user.create(`${contest}/messages`, { message: 'See', attached_files: [{ url: brief }, { url: sent }] });
    const work = await createWork(market, contest, { image: { url: picture } });
    const before = [`messages ${brief}`, `messages ${sent}`, `works ${picture}`];
    assert.deepEqual(await listFor(user.gid, project), [200, before]);
    for (const line of before) assert.deepEqual(await listFor(user.gid, project, `&path=${line.split(' ')[1]}`), [200, [line]]);

    await user.put(contest, { winner: { gid: gidOf(work) } });
    for (const url of [picture, final]) await admin.create(`${contest}/source_files`, { url });
    const after = [`messages ${brief}`, `messages ${sent}`, `source_files ${picture}`, `source_files ${final}`];
    assert.deepEqual(await listFor(colleague.gid, project), [404, undefined]);
    await user.create(`${contest}/shared_with`, shared);
    for (const { gid } of [user, manager, admin, colleague]) assert.deepEqual(await listFor(gid, project), [200, after]);
    for (const gid of [newGid(), (await openMarket(ordering)).manager.gid]) assert.deepEqual(await listFor(gid, project), [404, undefined]);
  });

  test('200 for a manager of whom ordering has not heard yet, since identity is asked', async () => {
    const { organization } = market;
    const { gid } = await ordering.signIn({ memberOf: [organization] });
    const state = { gid, roles: ['user'], is_enabled: true, memberships: [{ organization, is_manager: true }] };
    ordering.answer(`/internal/state/principal/${gid}`, { type: 'principal', key: gid, version: Number.MAX_SAFE_INTEGER, state });
    assert.deepEqual(await listFor(gid, gidOf(await createContest(market))), [200, []]);
  });
});
