import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gidOf, type ApiClient, type ApiResponse } from '@partner-ordering/testing';
import { Operations, type Schema } from '../document.ts';
import { findOffer, finishContest, orderOf, type Offer } from '../orders.ts';
import { uploadFor, uploadPicture } from '../requests.ts';
import { startTestSystem } from '../system.ts';
import { demoGids, issuer, type TestSystem } from '../test-system.ts';

type Marked<Part> = Part & { 'x-file'?: boolean | string };

/** Every input of the documents that names a file, as `<operationId> <field or parameter>`. */
function inputs(): string[] {
  return ['files', 'ordering', 'billing', 'catalog', 'identity'].flatMap((service) => {
    const text = readFileSync(join(import.meta.dirname, `../../../services/${service}/generated/openapi.json`), 'utf8');
    const operations = new Operations(JSON.parse(withSecurity(text)) as ConstructorParameters<typeof Operations>[0]);
    return operations.all.flatMap(({ operationId, parameters, body }) => [
      ...parameters.flatMap((of: Marked<(typeof parameters)[number]>) => (of['x-file'] === undefined ? [] : [`${operationId} ${of.name}`])),
      ...(body ? markedIn(operations, body) : []).map((field) => `${operationId} ${field}`),
    ]);
  });
}

/** The served document repeats the security of all at each operation; that of a service does not. */
const withSecurity = (text: string): string =>
  JSON.stringify(JSON.parse(text, (_, value: object) => ('operationId' in Object(value) ? { security: [], ...value } : value)));

function markedIn(operations: Operations, given: Marked<Schema>, at: readonly string[] = []): string[] {
  if (at.length > 6) return [];
  const schema: Marked<Schema> = operations.resolve(given);
  const fields = Object.entries(operations.propertiesOf(schema)).flatMap(([name, field]) => markedIn(operations, field, [...at, name]));
  const items = schema.items ? markedIn(operations, schema.items, [...at, '*']) : [];
  return [...(schema['x-file'] === undefined ? [] : [at.join('.')]), ...new Set([...fields, ...items])];
}

/** What an input does with a file: names it by `named` in a request that is right, and answers the path by which the file is then known. */
type Use = (named: string, path: string) => Promise<string>;

describe('what names a file', () => {
  let system: TestSystem;
  let user: ApiClient;
  let admin: ApiClient;
  let offer: Offer;
  /** Gids of a running contest and of somebody who works for it. */
  let contest: string;
  let worker: string;
  before(async () => {
    system = await startTestSystem();
    [user, admin] = await Promise.all([system.signIn('user@example.com'), system.signIn('admin@example.com')]);
    offer = await findOffer(user);
    contest = gidOf(await running());
    worker = gidOf(await admin.create('/v1/workers', someone()));
  });
  after(() => system?.stop());

  const order = (changes: object = {}) => user.create('/v1/projects', orderOf(offer, changes));
  const running = () => order({ state: 'published' });
  const attached = async (path: string): Promise<string> => {
    const project = await running();
    await user.create(`${project}/messages`, { message: 'See', attached_files: [{ url: path }] });
    return project;
  };
  /** The only path in a list. */
  const pathIn = async (list: string): Promise<string> => {
    const { items } = (await user.get(list)).body;
    assert.equal(items.length, 1, list);
    assert.equal(items[0].url ?? items[0].file.url, `${issuer}/v1/storage/${items[0].path}`);
    return items[0].path as string;
  };
  /** The path in the address of an image. */
  const pathOfImage = async (work: string): Promise<string> => (await admin.get(work)).body.image.url.replace(`${issuer}/v1/img/`, '');
  const logoOf = async (organization: string): Promise<string> =>
    (await admin.get(organization)).body.logo.url.replace(`${issuer}/v1/p/img/`, '');
  const avatarOf = ({ avatar }: { avatar: string | { url: string } }): string =>
    (typeof avatar === 'string' ? avatar : avatar.url).replace(`${issuer}/v1/img/`, '');
  const someone = () => ({ service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' });
  const work = (fields: object = {}): Promise<string> =>
    admin.create('/v1/works', { project: { gid: contest }, worker: { gid: worker }, ...fields });
  const ok = async (answer: Promise<ApiResponse>, status = 200): Promise<ApiResponse['body']> => {
    const { status: answered, body } = await answer;
    assert.equal(answered, status, JSON.stringify(body));
    return body;
  };

  const star =
    (field: 'path' | 'url'): Use =>
    async (named, path) => {
      const project = await attached(path);
      await user.create('/v1/files', { [field]: named });
      return pathIn(`${project}/files`);
    };

  const uses: Readonly<Record<string, Use>> = {
    'signFile url': async (named) =>
      new URL((await ok(user.get(`/v1/files/${encodeURIComponent(named)}`))).url).pathname.split('/').at(-1)!,
    'getFileInfo url': async (named) => (await ok(user.get(`/v1/file_info/${encodeURIComponent(named)}`))).path,
    'createProject brief_files.*.url': async (named) => pathIn(`${await order({ brief_files: [{ url: named }] })}/brief_files`),
    'updateProject brief_files.*.url': async (named) => {
      const draft = await order();
      await ok(user.put(draft, { brief_files: [{ url: named }] }), 204);
      return pathIn(`${draft}/brief_files`);
    },
    'addBriefFile url': async (named) => {
      const project = await order();
      await user.create(`${project}/brief_files`, { url: named });
      return pathIn(`${project}/brief_files`);
    },
    'addSourceFile url': async (named) => {
      const project = `/v1/projects/${await finishContest(user, admin, offer)}`;
      await admin.create(`${project}/source_files`, { url: named });
      return pathIn(`${project}/source_files`);
    },
    'createMessage attached_files.*.url': async (named) => {
      const project = await running();
      await user.create(`${project}/messages`, { message: 'See', attached_files: [{ url: named }] });
      const [{ attached_files: files }] = (await user.get(`${project}/messages`)).body.items;
      return files[0].url.replace(`${issuer}/v1/storage/`, '');
    },
    'createWork image.url': async (named) => pathOfImage(await work({ image: { url: named } })),
    'updateWork image.url': async (named) => {
      const changed = await work();
      await ok(admin.put(changed, { image: { url: named } }), 204);
      return pathOfImage(changed);
    },
    'createOrganization logo.url': async (named) => logoOf(await admin.create('/v1/organizations', { name: 'Mill', logo: { url: named } })),
    'updateOrganization logo.url': async (named) => {
      const organization = await admin.create('/v1/organizations', { name: 'Mill' });
      await ok(admin.put(organization, { logo: { url: named } }), 204);
      return logoOf(organization);
    },
    'updateMe avatar.url': async (named) => {
      const shown = avatarOf(await ok(user.put('/v1/me', { avatar: { url: named } })));
      await user.put('/v1/me', { avatar: null });
      return shown;
    },
    'updateUser avatar.url': async (named) => {
      const colleague = `/v1/users/${demoGids.users.colleague}`;
      await ok(admin.put(colleague, { avatar: { url: named } }), 204);
      return avatarOf((await admin.get(colleague)).body);
    },
    'createWorker avatar': async (named) =>
      avatarOf((await admin.get(await admin.create('/v1/workers', { ...someone(), avatar: named }))).body),
    'updateWorker avatar': async (named) => {
      const changed = await admin.create('/v1/workers', someone());
      await ok(admin.put(changed, { avatar: named }), 204);
      return avatarOf((await admin.get(changed)).body);
    },
    'getBriefFile filepath': async (named, path) => {
      const project = await order({ brief_files: [{ url: path }] });
      return (await ok(user.get(`${project}/brief_files/${encodeURIComponent(named)}`))).path;
    },
    'removeBriefFile filepath': async (named, path) => {
      const project = await order({ brief_files: [{ url: path }] });
      await ok(user.delete(`${project}/brief_files/${encodeURIComponent(named)}`), 204);
      assert.equal((await user.get(`${project}/brief_files`)).body.total_count, 0);
      return path;
    },
    'getSourceFile filepath': async (named, path) => {
      const project = `/v1/projects/${await finishContest(user, admin, offer)}`;
      await admin.create(`${project}/source_files`, { url: path });
      return (await ok(user.get(`${project}/source_files/${encodeURIComponent(named)}`))).path;
    },
    'starFile path': star('path'),
    'starFile url': star('url'),
    'unstarFile url': async (named, path) => {
      const project = await attached(path);
      await user.create('/v1/files', { path });
      await ok(user.delete(`/v1/files/${encodeURIComponent(named)}`), 204);
      assert.equal((await user.get(`${project}/files`)).body.total_count, 0);
      return path;
    },
  };

  /** All that answers say of an image that was uploaded, by what they call it. */
  async function formsOf(path: string, location: string): Promise<Record<string, string>> {
    const project = await order({ brief_files: [{ url: path }] });
    const [{ url }] = (await user.get(project)).body.brief_files;
    const { image, thumbnail } = (await admin.get(await work({ image: { url: path } }))).body;
    const organization = await admin.create('/v1/organizations', { name: 'Mill', logo: { url: path } });
    const { logo } = (await admin.get(organization)).body;
    return {
      ...{ path, location, url },
      'signed address': (await user.get(`/v1/files/${path}`)).body.url,
      ...{ image: image.url, icon: image.variations.icon.url, thumb: image.variations.thumb.url, thumbnail: thumbnail.url },
      ...{ logo: logo.url, 'icon of a logo': logo.variations.icon.url },
      'image with a token': `${image.url}?access_token=token`,
    };
  }

  /** Names every input that refuses a form, or knows the file by something else. */
  async function everyInputTakes(forms: Readonly<Record<string, string>>, path: string): Promise<void> {
    const wrong: string[] = [];
    for (const [input, use] of Object.entries(uses))
      for (const [form, named] of Object.entries(forms)) {
        const known = await use(named, path).catch((error: Error) => error.message);
        if (known !== path) wrong.push(`${input} by ${form}: ${known}`);
      }
    assert.deepEqual(wrong, []);
  }

  test('the documents have no other inputs than these', () => {
    assert.deepEqual(inputs().toSorted(), Object.keys(uses).toSorted());
  });

  test('every input takes every form that answers give, and knows the file by its path', async () => {
    const { path, location } = await uploadFor(system, 'user@example.com');
    const forms = await formsOf(path, location);
    await everyInputTakes(forms, path);
  });

  test('400 for a star of two different files, and for one of none; both names of one file are one', async () => {
    const [path, other] = [await uploadPicture(system), await uploadPicture(system)];
    await attached(path);
    const details = async (body: object) => (await ok(user.post('/v1/files', body), 400)).error.details;
    const message = 'must name the same file as path when both are given';
    assert.deepEqual(await details({ path, url: other }), [{ path: 'url', message }]);
    assert.deepEqual(await details({}), [{ path: 'path', message: 'is required' }]);
    assert.deepEqual((await details({ url: other }))[0].path, 'url');
    await user.create('/v1/files', { path, url: `${issuer}/v1/storage/${path}` });
  });
});
