import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import { uploadPicture } from '../requests.ts';
import { sharedSystem } from '../shared-system.ts';
import { demoGids, localUrl, type TestSystem } from '../test-system.ts';

interface Picture {
  url: string;
  variations: Record<'icon' | 'thumb', { url: string }>;
}

/** Pictures that other services than ordering's projects hold: who sees what they belong to sees them, and of a logo everybody. */
describe('pictures', () => {
  let system: TestSystem;
  let admin: ApiClient;
  let user: ApiClient;
  before(async () => {
    system = await sharedSystem();
    [admin, user] = [await system.signIn('admin@example.com'), await system.signIn('user@example.com')];
  });

  const anonymously = (url: string): Promise<Response> => fetch(localUrl(system, url));
  const addressesOf = ({ url, variations }: Picture): string[] => [url, variations.icon.url, variations.thumb.url];
  const statuses = (picture: Picture): Promise<number[]> =>
    Promise.all(addressesOf(picture).map(async (url) => (await anonymously(url)).status));
  const bakery = `/v1/organizations/${demoGids.harbourBakery}`;
  const publicly = async (): Promise<{ logo: Picture | null }> =>
    (await system.bearer(undefined).get('/v1/p/organizations/harbour-bakery.example')).body;

  test('the logo of an organization is shown to everybody, without a token, until it is another one or the organization is deleted', async () => {
    const [first, second] = [await uploadPicture(system, 'admin@example.com'), await uploadPicture(system, 'admin@example.com')];
    assert.equal((await anonymously(`https://partner-ordering.test/v1/p/img/${first}`)).status, 404);
    assert.equal((await admin.put(bakery, { logo: { url: first } })).status, 204);

    const { logo } = await publicly();
    assert.deepEqual((await user.get(bakery)).body.logo, logo);
    assert.deepEqual(await statuses(logo!), [200, 200, 200]);
    const publicPicture = await anonymously(logo!.url);
    assert.deepEqual(
      ['content-type', 'cache-control', 'x-content-type-options'].map((name) => publicPicture.headers.get(name)),
      ['image/png', 'public, max-age=300', 'nosniff'],
    );
    assert.equal((await anonymously(logo!.url.replace('/p/img/', '/img/'))).status, 401, 'elsewhere a token is asked for');

    assert.equal((await admin.put(bakery, { logo: { url: second } })).status, 204);
    assert.deepEqual(await statuses(logo!), [404, 404, 404]);
    const next = (await publicly()).logo!;
    assert.deepEqual(await statuses(next), [200, 200, 200]);
    assert.equal((await admin.delete(bakery)).status, 204);
    assert.deepEqual(await statuses(next), [404, 404, 404]);
    assert.equal((await admin.put(bakery, { is_enabled: true, logo: null })).status, 204);
    assert.deepEqual([(await publicly()).logo, await statuses(next)], [null, [404, 404, 404]]);
  });
});
