import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { authorizing, issuer } from '../../fixtures/authorization.ts';
import { sharedOAuth } from '../../fixtures/oauth.ts';

const oauth = await sharedOAuth();

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** `authorizing`, with a browser in which the user has signed in without an application. */
async function signedIn() {
  const partner = await authorizing();
  const first = partner.browser();
  assert.equal((await first.signInHere()).status, 303);
  return { ...partner, first };
}

describe('sign-ins without an application', () => {
  test('200 of openSignInPage takes an email address and a password, and keeps the return address', async () => {
    const { browser } = await authorizing();
    const { status, page, headers } = await browser().openSignIn({ return_to: '/console/orders?a="b"', username: 'somebody@example.com' });
    assert.deepEqual([status, headers['Cache-Control'], headers['Referrer-Policy']], [200, 'no-store', 'same-origin']);
    assert.match(headers['Content-Security-Policy']!, /form-action 'self';.*frame-ancestors 'none'/);
    assert.equal(headers['Cross-Origin-Opener-Policy'], 'same-origin');
    for (const part of ['<h1>Sign in</h1>', 'action="/oauth2/sign_in"', 'name="password"', 'value="/console/orders?a=%22b%22"'])
      assert.ok(page.includes(part), part);
    assert.ok(!page.includes('somebody'), 'another website fills in no email address');
  });

  test('303 to the return address, with a cookie like that of the authorization page', async () => {
    const { first, browsers, browser, open } = await signedIn();
    const { status, location, headers } = await browser().signInHere({ return_to: '/console/orders/7' });
    assert.deepEqual([status, location?.pathname, headers['Cache-Control']], [303, '/console/orders/7', 'no-store']);
    assert.match(headers['Set-Cookie']!, /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    assert.equal(await browsers(), 2);
    assert.equal((await open({ prompt: 'consent' }, { cookie: first.cookie()! })).status, 200);
    assert.equal((await first.openSignIn({ return_to: '/console/orders/8' })).location?.pathname, '/console/orders/8');
  });

  test('open redirect: nobody is sent to another address', async () => {
    const { first, browser } = await signedIn();
    for (const return_to of ['https://evil.example/console/', '//evil.example/console/', '/console/../v1/me', undefined]) {
      for (const answer of [await first.openSignIn({ return_to }), await browser().signInHere({ return_to })])
        assert.deepEqual([answer.status, answer.headers['Location']], [303, '/console/']);
      assert.ok((await browser().openSignIn({ return_to })).page.includes('name="return_to" value="/console/"'));
    }
  });

  test('303 for an account that an application does not admit; 400 alike if an account cannot sign in', async () => {
    const { browser, foreign, disabled } = await authorizing();
    assert.equal((await browser().signInHere({ username: foreign.email })).status, 303);
    const pages = new Set<string>();
    for (const fields of [{ username: 'nobody@example.com' }, { username: disabled.email }, { password: 'wrong-password' }]) {
      const { status, page, headers } = await browser().signInHere({ return_to: '/console/orders', ...fields });
      assert.deepEqual([status, headers['Set-Cookie']], [400, undefined]);
      assert.match(page, /role="alert">The email address or the password is wrong\.</);
      assert.ok(page.includes('value="/console/orders"') && !page.includes('wrong-password'));
      pages.add(page.replace(/value="[^"]+@example.com"/, ''));
    }
    assert.equal(pages.size, 1);
    assert.match((await browser().signInHere({ password: '' })).page, /role="alert">This field is required\./);
  });

  test('400 with a page for a repeated parameter', async () => {
    const { browser } = await authorizing();
    for (const answer of [
      await browser().openSignIn('return_to=/console/&return_to=/v1'),
      await browser().signInHere('username=a&username=b'),
    ])
      assert.match(`${answer.status} ${answer.page}`, /^400 [^]*(?:return_to|username): is given more than once/);
  });

  test('200 in the chosen language, which the browser keeps and other languages do not change', async () => {
    const { browser } = await authorizing();
    const french = await browser().openSignIn({ ui_locales: 'fr', return_to: '/console/orders' }, { 'accept-language': 'en' });
    assert.match(french.headers['Set-Cookie']!, /^language=fr; Path=\/; /);
    for (const { page } of [french, await browser('language=fr').openSignIn({}, { 'accept-language': 'en' })])
      assert.ok(page.includes('<h1>Se connecter</h1>') && page.includes('ui_locales=en" lang="en"'), page);
    const { page, headers } = await browser('language=xx').openSignIn({ ui_locales: 'de' }, { 'accept-language': 'de' });
    assert.deepEqual([page.includes('<h1>Sign in</h1>'), headers['Set-Cookie']], [true, undefined]);
  });

  test("200 with an organization's name and logo by its hostname, at whose own host 303 to this page here", async () => {
    const { browser, addHostname } = await authorizing();
    const { hostname, name } = await addHostname();
    const at = (host: string) => ({ 'x-forwarded-host': host });
    const there = await browser().openSignIn({ return_to: '/console/orders' }, at(`${hostname}:8443`));
    assert.deepEqual([there.status, there.location?.origin, there.location?.pathname], [303, issuer, '/oauth2/sign_in']);
    assert.deepEqual(there.parameters, { return_to: '/console/orders', hostname });
    const own = at(new URL(issuer).host);
    for (const { page } of [
      await browser().openSignIn({ hostname: hostname.toUpperCase() }, own),
      await browser().signInHere({ hostname, password: 'wrong-password' }),
    ])
      for (const part of [`<span>${name}</span>`, '<img src="/v1/p/img/logo-thumb"', `name="hostname" value="${hostname}"`, 'Orders'])
        assert.ok(page.includes(part), part);
    for (const answer of [
      await browser().openSignIn({}, at('evil.example')),
      await browser().openSignIn({ hostname: 'evil.example' }, own),
    ])
      assert.deepEqual([answer.status, answer.page.includes('evil'), answer.page.includes('<img')], [200, false, false]);
  });

  test('an attempt at an address waits beyond the limits of the authorization page', async () => {
    const { browser, decide } = await authorizing();
    const at = '198.51.100.30';
    for (let nth = 0; nth < 5; nth += 1) assert.equal((await browser().signInHere({ password: 'wrong-password' }, { at })).status, 400);
    oauth.delaysMs();
    oauth.whileDelayed(async () => {
      const { status, headers, page } = await browser().signInHere({}, { at });
      assert.deepEqual([status, headers['Retry-After']], [429, '3']);
      assert.match(page, /role="alert">Too many attempts/);
    });
    assert.equal((await decide({}, { at })).status, 303);
    assert.deepEqual(oauth.delaysMs(), [3_000]);
  });

  test('400 instead of a session if the password changes while it is compared', async () => {
    const { browser, user, changePasswordDuring, browsers } = await authorizing();
    assert.equal((await changePasswordDuring(user.gid, () => browser().signInHere())).status, 400);
    assert.equal(await browsers(), 0);
  });

  test('session fixation: each sign-in has a secret of its own, and the tokens of the previous one are refused', async () => {
    const { first, browser, revoked, browsers } = await signedIn();
    const otherBrowser = browser(first.cookie());
    const { sid } = (await otherBrowser.trade())!;
    await first.signInHere();
    assert.deepEqual([await otherBrowser.trade(), await browsers(), (await revoked()).includes(sid as string)], [undefined, 1, true]);
    assert.notEqual((await first.trade())!['sid'], sid);
  });

  test('CSRF: 403 for forms of other websites', async () => {
    const { first, browser, browsers } = await signedIn();
    for (const origin of [null, 'null', 'https://evil.example', `${issuer}.evil.example`]) {
      assert.equal((await browser(first.cookie()).signInHere({}, { origin })).status, 403);
      assert.equal((await first.signOut(origin, { return_to: '/console/' })).status, 403);
    }
    assert.equal(await browsers(), 1);
  });

  test('303 of signOut to the sign-in page for a form with a return address', async () => {
    const { first, browser, browsers } = await signedIn();
    const { status, headers } = await first.signOut(issuer, { return_to: '/console/orders?a=1' });
    assert.deepEqual([status, headers['Location']], [303, '/oauth2/sign_in?return_to=%2Fconsole%2Forders%3Fa%3D1']);
    assert.match(headers['Set-Cookie']!, /^__Host-session=; .*Max-Age=0$/);
    assert.equal(headers['Clear-Site-Data'], '"cache"');
    assert.equal(await browsers(), 0);
    const { headers: led } = await browser().signOut(issuer, { return_to: 'https://evil.example/' });
    assert.equal(led['Location'], '/oauth2/sign_in?return_to=%2Fconsole%2F');
  });
});

describe('tokens for browser sessions', () => {
  test('a token is of the person, for two minutes, with all scopes and the session of the browser', async () => {
    const { first, user } = await signedIn();
    const [one, two] = [(await first.trade())!, (await first.trade())!];
    assert.deepEqual(
      [one.sub, one['client_id'], one['gty'], one['scope'], one.exp! - one.iat!],
      [user.gid, 'console', 'password', 'base files upload_files', 120],
    );
    assert.deepEqual([one['sid'], one.jti === two.jti], [two['sid'], false]);
  });

  test('no token for an unknown secret, and for a disabled user', async () => {
    const { first, user, browser, setEnabled } = await signedIn();
    assert.equal(await browser('__Host-session=unknown').trade(), undefined);
    await setEnabled(user.gid, false);
    assert.equal(await first.trade(), undefined);
  });

  test('no token two hours after the last use, which is written once a minute, and none after twelve', async () => {
    const { first, advanceMs } = await signedIn();
    advanceMs(2 * HOUR_MS - MINUTE_MS);
    assert.ok(await first.trade());
    advanceMs(MINUTE_MS - 1);
    assert.ok(await first.trade(), 'which is too early to be written');
    advanceMs(2 * HOUR_MS - MINUTE_MS);
    assert.ok(await first.trade());
    advanceMs(2 * HOUR_MS);
    assert.deepEqual([await first.trade(), (await first.openSignIn()).status], [undefined, 200]);

    await first.signInHere();
    for (let hours = 0; hours < 12; hours += 1) {
      assert.ok(await first.trade());
      advanceMs(HOUR_MS);
    }
    assert.equal(await first.trade(), undefined);
  });

  test('the end of a browser session, by signing out or otherwise, revokes its tokens everywhere', async () => {
    const { first, user, endSessions, revoked } = await signedIn();
    const isRevoked = async (sid: unknown) => (await revoked()).includes(sid as string);
    const { sid } = (await first.trade())!;
    assert.equal(await isRevoked(sid), false);
    await first.signOut();
    assert.ok(await isRevoked(sid));
    for (const signIn of [first.signInHere, first.signIn]) {
      await signIn();
      const { sid: other } = (await first.trade())!;
      await endSessions(user.gid);
      assert.deepEqual([await isRevoked(other), await first.trade()], [true, undefined]);
    }
  });

  test('a token outlives a change of the password by its own session, and no other', async () => {
    const { first, browser, user, endSessions } = await signedIn();
    const other = browser();
    await other.signInHere();
    await endSessions(user.gid, (await first.trade())!['sid'] as string);
    assert.deepEqual([(await first.trade())?.sub, await other.trade()], [user.gid, undefined]);
  });
});
