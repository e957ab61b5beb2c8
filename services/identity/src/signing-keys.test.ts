import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ServiceConfig } from '@partner-ordering/service';
import { ApiClient, eventually, testKeys } from '@partner-ordering/testing';
import { decodeProtectedHeader } from 'jose';
import { encryptionKey, noMails, password, setUpIdentity, type IdentitySetUp } from './fixtures/test-identity.ts';
import { replaceSigningKey } from './replace-signing-key.ts';
import { createIdentity } from './service.ts';

const another = 'another key that encrypts in this test';

describe('signing keys', () => {
  let identity: IdentitySetUp;
  let config: ServiceConfig;
  let email: string;
  before(async () => {
    identity = await setUpIdentity({}, (serviceConfig) => void (config = serviceConfig));
    email = (await identity.user()).email;
  });
  after(() => identity.stop());

  interface Row {
    gid: string;
    private_key: string;
    encryption_key_id: string | null;
  }
  const rows = (): Promise<Row[]> =>
    identity.service.database.query<Row>({ text: 'select * from signing_key order by created_at', values: [] });
  const kidOf = ({ access_token: token }: { access_token: string }): string => decodeProtectedHeader(token).kid!;
  const statusOf = async (url: string, token: string): Promise<number> => (await new ApiClient(url, token).get('/v1/me')).status;

  /** Another instance on the same database. */
  async function instance(keys: string) {
    let text = keys;
    let aheadMs = 0;
    const clock = () => new Date(Date.now() + aheadMs);
    const own = { ...noMails, clock, serviceKeys: testKeys('identity') };
    const service = await createIdentity({ ...config, ...own, encryptionKeys: () => text, tryIt: 'off' });
    const { port } = await service.start({ port: 0, host: '127.0.0.1' });
    const url = `http://127.0.0.1:${port}`;
    const authorization = `Basic ${Buffer.from(`${identity.client.clientId}:${identity.client.secret}`).toString('base64')}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization };
    const tokens = async (form: Record<string, string>) =>
      (await new ApiClient(url).post('/oauth2/token', new URLSearchParams(form).toString(), { headers })).body;
    return {
      service,
      url,
      keys: (changed: string) => void (text = changed),
      /** Sets its clock forward, so that nobody has to wait. */
      pass: (ms: number) => void (aheadMs += ms),
      signIn: () => tokens({ grant_type: 'password', username: email, password }),
      refresh: (token: string) => tokens({ grant_type: 'refresh_token', refresh_token: token }),
    };
  }

  test('the encryption key is replaced without a break, and no instance starts without it', async () => {
    const running = await instance(encryptionKey);
    const [{ encryption_key_id: old } = {} as Row] = await rows();
    running.keys(`${another}\n${encryptionKey}`);
    await eventually(async () => (await running.signIn()).access_token && (await rows())[0]!.encryption_key_id !== old, {
      timeoutMs: 15_000,
    });
    await assert.rejects(instance(encryptionKey), {
      message: /^SIGNING_KEY_ENCRYPTION_KEYS: lacks the key [\da-f]{16}, by which a signing key is encrypted$/,
    });
    running.keys(another);
    await running.service.stop();
    const later = await instance(another);
    assert.ok((await later.signIn()).access_token);
    await later.service.stop();
  });

  test('after the loss of the encryption key, the signing keys are replaced at once, and identity starts again', async () => {
    const own = { ...noMails, serviceKeys: testKeys('identity'), encryptionKeys: () => encryptionKey };
    const lost = await createIdentity({ ...config, ...own, tryIt: 'off' });
    await replaceSigningKey(lost, ['--now'], new Date());
    await lost.stop();
    const [{ gid } = {} as Row] = await rows();
    const later = await instance(another);
    assert.ok((await later.signIn()).access_token);
    assert.ok(
      (await rows()).every((row) => row.gid !== gid),
      'what has expired is deleted',
    );
    await later.service.stop();
  });

  test('a planned replacement refuses no token, and the new key signs once it is known everywhere', async () => {
    const running = await instance(another);
    const before = await running.signIn();
    const output = await replaceSigningKey(running.service, [], new Date());
    assert.equal(output, `Replaced in 15 minutes: ${kidOf(before)}. They stay published until the last token that they sign has expired`);
    const published = async (): Promise<string[]> =>
      (await new ApiClient(running.url).get('/.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid);
    running.pass(10_000);
    await eventually(async () => (await published()).length === 2, { timeoutMs: 5_000 });
    assert.equal(kidOf(await running.signIn()), kidOf(before));
    assert.equal(await statusOf(running.url, before.access_token), 200);
    assert.ok((await rows()).every(({ encryption_key_id: id }) => id !== null));
    running.pass(15 * 60_000);
    const next = await running.signIn();
    assert.notEqual(kidOf(next), kidOf(before));
    for (const { access_token: token } of [before, next]) assert.equal(await statusOf(running.url, token), 200);
    await running.service.stop();
  });

  test('an immediate replacement refuses every access token, and a refresh token gives a new one', async () => {
    const running = await instance(another);
    const before = (await running.signIn()) as { access_token: string; refresh_token: string };
    assert.match(await replaceSigningKey(running.service, ['--now', '--dry-run'], new Date()), /^Nothing was changed\. /);
    assert.equal(await statusOf(running.url, before.access_token), 200);
    assert.match(await replaceSigningKey(running.service, ['--now'], new Date()), /^Withdrawn: .*; refresh tokens stay valid$/);
    running.pass(15_000);
    await eventually(async () => (await statusOf(running.url, before.access_token)) === 401, { timeoutMs: 5_000 });
    const after = await running.signIn();
    assert.notEqual(kidOf(after), kidOf(before));
    assert.equal(await statusOf(running.url, after.access_token), 200);
    assert.ok((await running.refresh(before.refresh_token)).access_token);
    await assert.rejects(replaceSigningKey(running.service, ['now'], new Date()), { message: 'it takes nothing, or --now, or --dry-run' });
    await running.service.stop();
  });
});
