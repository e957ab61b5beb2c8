import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import { sharedBelongings } from '../belongings-system.ts';
import { orderOf } from '../orders.ts';
import { uploadFor } from '../requests.ts';
import { issuer } from '../test-system.ts';

type SharedBelongings = Awaited<ReturnType<typeof sharedBelongings>>;
let [system, bakery, admin, user] = [] as unknown as [SharedBelongings['system'], SharedBelongings['bakery'], ApiClient, ApiClient];
// Not on import: a container test moves the files to a bucket before.
before(async () => {
  ({ system, bakery, admin } = await sharedBelongings());
  user = await system.signIn('user@example.com');
});

const order = (path: string) => user.create('/v1/projects', orderOf(bakery.offer, { brief_files: [{ url: path }] }));

/** All forms in which answers name an uploaded image, by field. */
async function formsOf(path: string, location: string): Promise<Record<string, string>> {
  const [{ url }] = (await user.get(await order(path))).body.brief_files;
  const contest = await user.api.createProject(orderOf(bakery.offer, { state: 'published' }));
  const work = await admin.api.createWork({ project: { gid: contest.gid }, worker: { gid: bakery.worker }, image: { url: path } });
  const { image, thumbnail } = await admin.api.getWork(work.gid);
  const organization = await admin.api.createOrganization({ name: 'Mill', logo: { url: path } });
  const { logo } = await admin.api.getOrganization(organization.gid);
  return {
    path,
    location,
    url,
    'signed address': (await user.api.signFile(path)).url,
    image: image!.url,
    icon: image!.variations.icon.url,
    thumb: image!.variations.thumb.url,
    thumbnail: thumbnail!.url,
    logo: logo!.url,
    'icon of a logo': logo!.variations.icon.url,
    'image with a token': `${image!.url}?access_token=token`,
  };
}

/** One input of each kind: names a file and answers its path afterwards. */
const uses: Readonly<Record<string, (fileName: string) => Promise<string>>> = {
  'in the path': async (fileName) => (await user.get(`/v1/file_info/${encodeURIComponent(fileName)}`)).body.path,
  'as a file that is attached': async (fileName) => (await user.get(`${await order(fileName)}/brief_files`)).body.items[0].path,
  'as a picture': async (named) => {
    const { avatar } = (await user.put('/v1/me', { avatar: { url: named } })).body;
    await user.put('/v1/me', { avatar: null });
    return avatar.url.replace(`${issuer}/v1/img/`, '');
  },
};

describe('names of files in requests', () => {
  test("every form of a file's name in answers is accepted in requests, and the file keeps its path", async () => {
    const { path, location } = await uploadFor(system, 'user@example.com');
    const forms = await formsOf(path, location);
    for (const [input, use] of Object.entries(uses))
      for (const [form, named] of Object.entries(forms)) assert.equal(await use(named), path, `${form} ${input}`);
  });
});
