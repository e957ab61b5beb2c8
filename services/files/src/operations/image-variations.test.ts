import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { sizeOf, testFiles, type TestFiles } from '../fixtures/test-files.ts';
import { plainPng } from '../fixtures/plain-png.ts';
import { MAX_IMAGE_BYTES } from '../domain/content.ts';
import { makeVariations } from '../domain/images/make-variations.ts';
import type { Storage } from '../storage/storage.ts';

const MIB = 1024 * 1024;
/** The most memory that this process has ever taken, the service included. */
const peakBytes = (): number => process.resourceUsage().maxRSS * 1024;

describe('variations of images', () => {
  let files: TestFiles;
  before(async () => void (files = await testFiles()));
  after(() => files.stop());

  const show = (token: string | undefined, name: string) => fetch(`${files.url}/v1/img/${name}?access_token=${token}`);
  /** Asks again until the image is made, as this machine may be busy. */
  const showUntilMade = async (token: string | undefined, name: string): Promise<Response> => {
    let response = await show(token, name);
    await eventually(async () => response.status !== 503 || ((response = await show(token, name)), response.status !== 503), {
      timeoutMs: 60_000,
    });
    return response;
  };
  const query = (text: string, values: unknown[] = []) => files.service.database.query<{ count: number }>({ text, values });
  /** The number of times that an image was decoded, or found broken, since the start of the service. */
  const decodings = async (): Promise<number> => {
    const metrics = await files.service.metrics();
    return Number(
      /^job_duration_seconds_count\{(?=[^}]*job="make_variations")(?=[^}]*result="done")[^}]*\} (\d+)/m.exec(metrics)?.[1] ?? 0,
    );
  };
  const picture = async (side = 100): Promise<Uint8Array<ArrayBuffer>> => plainPng({ width: side, height: side });
  /** Queues jobs, by default of another user, that are not due for a minute. */
  const queue = (count: number, by = newGid()) =>
    query(
      `insert into job (name, key, data, run_at) select 'make_variations', gen_random_uuid(), json_build_object('path', 'none', 'by', $2::text),
         now() + interval '1 minute' from generate_series(1, $1)`,
      [count, by],
    );
  /** An image that is not decoded yet, as too many others wait during its upload. */
  const untried = async (user: string, content?: Uint8Array<ArrayBuffer>): Promise<string> => {
    await queue(256);
    const path = await files.upload(user, { content: content ?? (await picture()), name: 'logo.png' });
    await emptyQueue();
    return path;
  };
  const making = `select 1 from job where name = 'make_variations'`;
  const emptyQueue = () => query(`delete from job where name = 'make_variations'`);

  test('several large images at once add no memory to the service, and are decoded one at a time', async () => {
    const content = await plainPng({ width: 4096, height: 4096, isInterlaced: true });
    const before = peakBytes();

    let [isDone, mostAtOnce] = [false, 0];
    const upload = async (): Promise<Response> => {
      const user = await files.signIn();
      return showUntilMade(user.token, `${await files.upload(user.gid, { content, name: 'large.png' })}-thumb`);
    };
    const answers = Promise.all([upload(), upload(), upload()]).finally(() => (isDone = true));
    const running = `select count(*)::int as count from job where name = 'make_variations' and leased_until is not null`;
    await eventually(async () => ((mostAtOnce = Math.max(mostAtOnce, (await query(running))[0]!.count)), isDone), {
      timeoutMs: 90_000,
      intervalMs: 5,
    });
    assert.deepEqual(
      (await answers).map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(mostAtOnce, 1);
    assert.ok(peakBytes() - before < 64 * MIB, `${(peakBytes() - before) / MIB} MiB`);
  });

  test('an image is decoded once for both variations, however many requests come at once and later', async () => {
    const user = await files.signIn();
    const path = await untried(user.gid);
    const before = await decodings();

    const names = Array.from({ length: 20 }, (_, index) => `${path}-${index % 2 ? 'icon' : 'thumb'}.png`);
    for (const { status } of await Promise.all(names.map((name) => showUntilMade(user.token, name)))) assert.equal(status, 200);
    for (const name of names) assert.equal((await show(user.token, name)).status, 200);
    assert.equal((await decodings()) - before, 1);
  });

  test('an image whose worker was lost is not decoded again until it is asked for again', async () => {
    const user = await files.signIn();
    const path = await untried(user.gid);
    await query(
      `insert into job (name, key, data, has_lost_worker) values ('make_variations', $1, jsonb_build_object('path', $1::text), true)`,
      [path],
    );
    await eventually(async () => (await query(`${making} and key = $1`, [path])).length === 0);
    assert.equal(await files.storage.small(path, 'icon'), undefined);
    assert.equal((await showUntilMade(user.token, `${path}-icon`)).status, 200);
  });

  test('503 with Retry-After while too many images wait; the image is not queued', async () => {
    const [user, other] = [await files.signIn(), await files.signIn()];
    const path = await untried(user.gid);
    for (const [count, by, status] of [
      [256, undefined, 503],
      [255, undefined, 200],
      [32, user.gid, 503],
      [32, other.gid, 200],
    ] as const) {
      const image = status === 200 ? await untried(user.gid) : path;
      await queue(count, by);
      const response = status === 200 ? await showUntilMade(user.token, `${image}-thumb`) : await show(user.token, `${image}-thumb`);
      assert.deepEqual([response.status, response.headers.get('retry-after')], [status, status === 503 ? '5' : null], `${count}`);
      assert.equal((await query(`${making} and key = $1`, [path])).length, 0);
      await emptyQueue();
    }
  });

  test("503 for one user's many images until they get a slot; images of other users are made in between", async () => {
    const [busy, other] = [await files.signIn(), await files.signIn()];
    await queue(4, busy.gid);
    const [later, now] = [
      await files.upload(busy.gid, { content: await picture(), name: 'logo.png' }),
      await files.upload(other.gid, { content: await picture(), name: 'logo.png' }),
    ];
    const response = await show(busy.token, `${later}-thumb`);
    assert.equal(response.status, 503);
    const seconds = Number(response.headers.get('retry-after'));
    assert.ok(seconds > 30 && seconds <= 62, `${seconds}`);
    assert.equal((await query(`${making} and key = $1`, [later])).length, 1);

    assert.equal((await showUntilMade(other.token, `${now}-thumb`)).status, 200);
    await emptyQueue();
  });

  test('an image is decoded once when first named, however many name it at once; a truncated one is refused', async () => {
    const user = await files.signIn();
    const whole = await sharp({
      create: { width: 300, height: 300, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .png()
      .toBuffer();
    const paths = [await untried(user.gid), await untried(user.gid, new Uint8Array(whole.subarray(0, whole.length / 2)))];
    const before = await decodings();

    assert.equal((await files.resolve(newGid(), paths)).filter(({ refusal }) => refusal?.code === 'not_found').length, 2);
    assert.equal(await decodings(), before, 'a stranger has nothing decoded');
    const answers = await Promise.all(Array.from({ length: 10 }, () => files.resolve(user.gid, paths)));
    for (const [fine, broken] of [...answers, await files.resolve(user.gid, paths)])
      assert.deepEqual([fine?.refusal, broken?.refusal?.code, broken?.file], [null, 'image_not_readable', null]);
    assert.equal((await decodings()) - before, 2);
    assert.ok(await files.storage.small(paths[0]!, 'icon'));
    for (const name of ['thumb', 'icon']) assert.equal((await show(user.token, `${paths[1]}-${name}`)).status, 404);
    assert.equal((await decodings()) - before, 2);
  });

  test('503 for naming an image that is not decoded while too many wait; files without decoding are named', async () => {
    const user = await files.signIn();
    const [path, text] = [await untried(user.gid), await files.upload(user.gid)];
    await queue(256);
    const named = async (names: string[]) => (await files.internal('ordering', '/resolve', { user: user.gid, names })).status;
    assert.deepEqual([await named([path, text]), await named([text])], [503, 200]);
    await emptyQueue();
    assert.equal(await named([path, text]), 200);
  });

  test('an upload is answered while other images wait, and its variations are not made', async () => {
    const user = await files.signIn();
    await queue(256);
    const before = await decodings();
    const path = await files.upload(user.gid, { content: await picture(), name: 'logo.png' });

    assert.equal((await user.get(`/v1/file_info/${path}`)).body.image.width, 100);
    assert.equal((await query(`${making} and key = $1`, [path])).length, 0);
    assert.equal(await decodings(), before);
    await emptyQueue();
  });

  test('variations of an image that is removed while they are made are removed too', async () => {
    const user = await files.signIn();
    const path = await files.upload(user.gid, { content: await picture(), name: 'logo.png' });
    assert.equal((await show(user.token, path)).status, 200);
    const makeSmall: Storage['makeSmall'] = async (...image) => {
      await files.storage.makeSmall(...image);
      assert.ok(await files.storage.small(path, 'icon'));
      await query('delete from file where path = $1', [path]);
    };
    const parts = { ...files.parts, storage: { ...files.storage, makeSmall } };
    await makeVariations(parts, path, { now: new Date(), signal: new AbortController().signal });

    assert.deepEqual([await files.storage.small(path, 'icon'), await sizeOf(files.storage, path)], [undefined, undefined]);
  });

  test('an image above the limits of bytes or pixels is a file like any other and is not decoded', async () => {
    const user = await files.signIn();
    const beyond = new Uint8Array(MAX_IMAGE_BYTES + 1);
    beyond.set(await picture());
    const paths: string[] = [];
    for (const content of [beyond.slice(0, MAX_IMAGE_BYTES), beyond])
      paths.push(await files.upload(user.gid, { content, name: 'logo.png' }));
    const before = [await decodings(), peakBytes()] as const;
    paths.push(
      await files.upload(user.gid, { content: await plainPng({ width: 8192, height: 8192, isInterlaced: true }), name: 'logo.png' }),
    );
    assert.equal(await decodings(), before[0]);
    assert.ok(peakBytes() - before[1] < 64 * MIB, `${(peakBytes() - before[1]) / MIB} MiB`);

    const infos = await Promise.all(paths.map(async (path) => (await user.get(`/v1/file_info/${path}`)).body));
    assert.deepEqual(
      infos.map(({ content_type, image }) => [content_type, image]),
      [
        ['image/png', { width: 100, height: 100 }],
        ['image/png', null],
        ['image/png', null],
      ],
    );
    for (const { file } of await files.resolve(user.gid, paths.slice(1))) assert.equal(file?.image_url, null);
    for (const name of paths.slice(1).flatMap((path) => [path, `${path}-icon`]))
      assert.equal((await show(user.token, name)).status, 404, name);
  });
});
