import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { authorizing, issuer } from '../../fixtures/authorization.ts';

const HOUR_MS = 3_600_000;

/** `authorizing`, with a browser in which the user has signed in. */
async function signedIn(options?: Parameters<typeof authorizing>[0]) {
  const partner = await authorizing(options);
  const browser = partner.browser();
  assert.equal((await browser.signIn()).status, 303);
  return { ...partner, first: browser };
}

describe('browser sessions', () => {
  const isSignIn = (page: string) => page.includes('name="password"');
  const isConsent = (page: string, email: string) => page.includes(`You are signed in as ${email}.`) && !isSignIn(page);

  test("303 with a code at once for an existing authorization, with the person's present network", async () => {
    const { first, request, redeem, codes } = await signedIn();
    const { status, parameters, headers } = await first.open();
    assert.deepEqual([status, Object.keys(parameters), parameters['state']], [303, ['code', 'state', 'iss'], request['state']]);
    assert.deepEqual([headers['Cache-Control'], headers['Set-Cookie']], ['no-store', undefined]);
    assert.deepEqual(
      (await codes()).map(({ network }) => network),
      ['192.0.2.1', '192.0.2.1'],
    );
    assert.equal((await redeem(parameters['code']!, { redirect_uri: request['redirect_uri']! })).status, 200);
  });

  test('the cookie is for this host alone and for no script; only the hash of its secret is kept', async () => {
    const { first, decide, browsers } = await signedIn();
    assert.match(first.cookie()!, /^__Host-session=[\w-]{43}$/);
    const { headers } = await decide();
    assert.match(headers['Set-Cookie']!, /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    assert.equal(await browsers(), 2);
    for (const fields of [{ password: 'wrong-password' }, { decision: 'cancel' }])
      assert.equal((await decide(fields)).headers['Set-Cookie'], undefined);
  });

  test('a browser session ends after twelve hours, however often it is used', async () => {
    const { first, advanceMs } = await signedIn();
    for (const hours of [1.9, 1.9, 1.9, 1.9, 1.9, 1.9, 0.6]) {
      assert.equal((await first.open()).status, 303);
      advanceMs(hours * HOUR_MS);
    }
    assert.ok(isSignIn((await first.open()).page));
  });

  test('the consent page asks for new scopes, names the signed-in person, and takes no password', async () => {
    const { first, user, request, codes } = await signedIn();
    const { status, page, headers } = await first.open({ scope: 'base files' });
    assert.equal(status, 200);
    assert.ok(isConsent(page, user.email) && page.includes('see files and images') && page.includes('Use another account'));
    assert.ok(page.includes(`name="state" value="${request['state']}"`));
    assert.match(headers['Content-Security-Policy']!, /form-action 'self' https:\/\/app\.example;.*frame-ancestors 'none'/);
    assert.equal((await codes()).length, 1);

    assert.equal((await first.press('cancel')).parameters['error'], 'access_denied');
    const { parameters } = await first.press('allow', user.gid, { scope: 'base files' });
    assert.equal(parameters['code']?.length, 43);
    assert.equal((await first.open({ scope: 'files' })).status, 303);
    assert.ok(isConsent((await first.open({ scope: 'upload_files' })).page, user.email));
  });

  test('the consent page asks again for a revoked authorization', async () => {
    const { first, user, revokeAuthorization } = await signedIn();
    await revokeAuthorization();
    assert.equal((await first.open({ prompt: 'none' })).parameters['error'], 'consent_required');
    assert.ok(isConsent((await first.open()).page, user.email));
    assert.equal((await first.press('allow')).status, 303);
    assert.equal((await first.open()).status, 303);
  });

  test('an application at a loopback address always asks for consent, one at a server does not', async () => {
    const { first, user } = await signedIn({ redirectUris: ['http://127.0.0.1/callback', 'https://app.example/callback'] });
    assert.ok(isConsent((await first.open({ redirect_uri: 'http://127.0.0.1:4711/callback' })).page, user.email));
    assert.equal((await first.open({ redirect_uri: 'https://app.example/callback' })).status, 303);
    const { parameters } = await first.open({ prompt: 'none' });
    assert.equal(parameters['error'], 'consent_required');
  });

  test('prompt: login and consent always ask, none never does, and other values are ignored', async () => {
    const { first, user, browser, request } = await signedIn();
    assert.ok(isSignIn((await first.open({ prompt: 'login' })).page));
    assert.ok(isSignIn((await first.open({ prompt: 'consent login' })).page));
    assert.ok(isConsent((await first.open({ prompt: 'consent' })).page, user.email));
    assert.equal((await first.open({ prompt: 'select_account' })).status, 303);
    assert.equal((await first.open({ prompt: 'none' })).parameters['code']?.length, 43);
    for (const [changes, from, error] of [
      [{ prompt: 'none' }, browser(), 'login_required'],
      [{ prompt: 'none login' }, first, 'login_required'],
      [{ prompt: 'none', scope: 'base files' }, first, 'consent_required'],
    ] as const) {
      const { status, parameters } = await from.open(changes);
      assert.deepEqual([status, parameters['error'], parameters['state'], parameters['iss']], [303, error, request['state'], issuer]);
    }
  });

  test('200 with the sign-in page for a person whom the application no longer admits', async () => {
    const { first, user, endMemberships } = await signedIn();
    await endMemberships(user.gid);
    assert.ok(isSignIn((await first.open()).page));
    assert.equal((await first.press('allow')).status, 400);
  });

  test('"Use another account" signs out and asks for a password, for the same request', async () => {
    const { first, request, browsers, addUser } = await signedIn();
    const { status, page, headers } = await first.press('switch');
    assert.deepEqual([status, isSignIn(page), await browsers()], [200, true, 0]);
    assert.equal(headers['Set-Cookie'], '__Host-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0');
    assert.ok(page.includes(`name="state" value="${request['state']}"`));
    const other = await addUser();
    assert.equal((await first.signIn({ username: other.email })).status, 303);
    assert.ok(isConsent((await first.open({ scope: 'files' })).page, other.email));
  });

  test('400 and the sign-in page for Allow without a password after the session has ended', async () => {
    const { first, user, advanceMs, codes, browser } = await signedIn();
    advanceMs(2 * HOUR_MS);
    for (const from of [first, browser(), browser('__Host-session=guessed'), browser('session=guessed')]) {
      const { status, page, location } = await from.press('allow', user.gid);
      assert.deepEqual([status, location, isSignIn(page)], [400, undefined, true]);
      assert.match(page, /role="alert">You are not signed in any more/);
      assert.ok(page.includes('autofocus') && !page.includes('aria-invalid'), 'no field is wrong');
    }
    assert.equal((await codes()).length, 1);
  });

  test('a consent page does not count for another person who signed in since, and shows them nothing', async () => {
    const { first, user, addUser, codes } = await signedIn();
    const other = await addUser();
    await first.signIn({ username: other.email, scope: 'files' });
    const { page } = await first.open();
    assert.ok(isConsent(page, other.email) && !page.includes(user.email) && !page.includes(user.gid));
    const { status, page: again } = await first.press('allow', user.gid);
    assert.deepEqual([status, isSignIn(again), again.includes(other.email)], [400, true, false]);
    assert.equal((await first.press('allow', undefined)).status, 400, 'without the person it takes a password');
    assert.equal((await codes()).length, 1);
  });

  test('session fixation: each sign-in has a secret of its own, and the previous one is worthless', async () => {
    const { first, user, addUser, browser, browsers } = await signedIn();
    const oldCookie = first.cookie()!;
    const other = await addUser();
    const victim = browser(oldCookie);
    await victim.signIn({ username: other.email });
    assert.notEqual(victim.cookie(), oldCookie);
    assert.deepEqual([await browsers(), isSignIn((await browser(oldCookie).open()).page)], [0, true]);
    await victim.signIn({ username: user.email });
    await victim.signIn({ username: user.email });
    assert.equal(await browsers(), 1);
    const unknown = browser('__Host-session=planted');
    await unknown.signIn();
    assert.match(unknown.cookie()!, /=[\w-]{43}$/);
  });

  test('CSRF: 403 for forms of other websites, with a cookie too', async () => {
    const { first, decide, user, codes, browsers } = await signedIn();
    for (const origin of [null, 'null', 'https://evil.example', `${issuer}.evil.example`]) {
      for (const fields of [{ decision: 'allow', account: user.gid }, { decision: 'switch' }])
        assert.equal((await decide({ username: undefined, ...fields }, { origin, cookie: first.cookie() })).status, 403);
      assert.equal((await first.signOut(origin)).status, 403);
    }
    assert.deepEqual([(await codes()).length, await browsers()], [1, 1]);
  });

  test('200 of signOut ends the session and clears the cookie, also without one', async () => {
    const { first, browser, browsers } = await signedIn();
    const cookie = first.cookie();
    for (const from of [first, browser()]) {
      const { status, page, headers } = await from.signOut();
      assert.deepEqual([status, headers['Cache-Control']], [200, 'no-store']);
      assert.match(page, /<h1>You are signed out<\/h1>/);
      assert.match(headers['Set-Cookie']!, /^__Host-session=; .*Max-Age=0$/);
    }
    assert.deepEqual([await browsers(), isSignIn((await browser(cookie).open()).page)], [0, true]);
  });

  test('200 with the consent page, and no code, for an authorization that is revoked during the request', async () => {
    const { first, user, revokeAuthorizationDuring: takeBackDuring, codes } = await signedIn();
    const { status, page } = await takeBackDuring(() => first.open());
    assert.deepEqual([status, isConsent(page, user.email), (await codes()).length], [200, true, 1]);
  });

  test('200 with the sign-in page, and no code, for a session that end-sessions ends during the request', async () => {
    const { first, endBrowsersDuring, codes } = await signedIn();
    const { page } = await endBrowsersDuring(() => first.open());
    assert.deepEqual([isSignIn(page), (await codes()).length], [true, 1]);
  });

  test('end-sessions waits for a code that a session is getting, and ends it', async () => {
    const { codes, endSessionsDuring } = await signedIn();
    await endSessionsDuring();
    assert.deepEqual(await codes(), []);
  });

  test('200 with the sign-in page, and no code, for a session that a change of the password ends first', async () => {
    const { first, user, changePasswordDuring, endBrowsers, browsers, codes } = await signedIn();
    const answer = await changePasswordDuring(user.gid, () => first.open(), endBrowsers);
    assert.deepEqual([isSignIn(answer.page), await browsers(), (await codes()).length], [true, 0, 1]);
  });
});
