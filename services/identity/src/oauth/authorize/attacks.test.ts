import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { authorizing, issuer } from '../../fixtures/authorization.ts';
import { sharedOAuth } from '../../fixtures/oauth.ts';

const oauth = await sharedOAuth();

/** The attacks of RFC 6749 (section 10) and RFC 9700, each by its name. */
describe('attacks on the authorization endpoint', () => {
  const refused = async (answer: Promise<{ status: number; location: URL | undefined; page: string }>, text: string) => {
    const { status, location, page } = await answer;
    assert.deepEqual([status, location], [400, undefined], text);
    assert.ok(page.includes(text), page);
  };

  test('open redirect: 400 on a page, never a redirect, for an unknown, disabled or repeated application or address', async () => {
    const { open, decide, request, changeApplication, addSibling } = await authorizing();
    const sibling = await addSibling();
    for (const ask of [open, decide]) {
      for (const redirectUri of ['https://evil.example/callback', 'https://app.example@evil.example/callback', 'javascript:alert(1)', 'x'])
        await refused(ask({ redirect_uri: redirectUri, response_type: 'token' }), 'redirect_uri: is not one of the application');
      await refused(ask({ redirect_uri: undefined }), 'redirect_uri: is required');
      await refused(ask({ client_id: undefined }), 'client_id: is required');
      await refused(ask({ client_id: 'unknown' }), 'client_id: may not ask here');
      await refused(ask({ client_id: sibling.clientId }), 'redirect_uri: is not one');
      const repeatedForm = new URLSearchParams({ ...request, decision: 'cancel' } as Record<string, string>).toString();
      await refused(ask(`${repeatedForm}&redirect_uri=https://evil.example`), 'redirect_uri: is given more than once');
      await refused(ask(`${repeatedForm}&state=`), 'state: is given more than once');
      await refused(ask(`${repeatedForm}&Call+1234=&Call+1234=`), 'a parameter: is given more than once');
      await refused(ask(repeatedForm.replace('state=', 'state=%00')), 'state: contains a NUL character');
    }
    await changeApplication(sql`grants = array_remove(grants, 'authorization_code')`);
    await refused(open(), 'client_id: may not ask here');
    await changeApplication(sql`grants = '{authorization_code}', is_enabled = false`);
    await refused(decide(), 'client_id: may not ask here');
  });

  test('redirect to a fragment or a foreign port: 400', async () => {
    const { open } = await authorizing();
    for (const redirectUri of ['https://app.example/callback#code=1', 'https://app.example:8443/callback'])
      await refused(open({ redirect_uri: redirectUri }), 'redirect_uri: is not one of the application');
  });

  test('mix-up: each answer names its issuer, whatever the address says', async () => {
    const { open, decide } = await authorizing({
      redirectUris: ['https://app.example/callback?iss=https://evil.example&code=stolen&state=x'],
    });
    for (const { parameters, location } of [await open({ scope: 'x' }), await decide(), await decide({ decision: 'cancel' })])
      assert.deepEqual([parameters['iss'], location!.searchParams.getAll('iss')], [issuer, [issuer]]);
    const { location } = await decide();
    assert.equal(location!.searchParams.getAll('code').length, 1);
    assert.notEqual(location!.searchParams.get('code'), 'stolen');
  });

  test('login CSRF: 403 for the form of another website, whatever it contains', async () => {
    const { decide, codes } = await authorizing();
    for (const origin of [null, 'null', 'https://evil.example', 'http://orders.example', `${issuer}.evil.example`, `${issuer}:8443`]) {
      const { status, location, page, headers } = await decide({}, { origin });
      assert.deepEqual([status, location, headers['Cache-Control']], [403, undefined, 'no-store'], String(origin));
      assert.match(page, /Another website has sent this form/);
    }
    assert.deepEqual(await codes(), []);
  });

  test('clickjacking: no frame shows a page, no script runs, and its form leads only to us and the return address', async () => {
    const { open, decide } = await authorizing({ redirectUris: ['https://app.example/callback', 'http://[::1]/callback'] });
    const policy = "default-src 'none'; style-src 'self'; form-action 'self' https://app.example; base-uri 'none'; frame-ancestors 'none'";
    const pages = [await open(), await decide({ password: 'wrong-password' })];
    for (const { headers, page } of pages) {
      assert.equal(headers['Content-Security-Policy'], policy);
      assert.ok(!/<script|style=| on\w+=/i.test(page));
    }
    const ofNobody = policy.replace("'self' https://app.example", "'none'");
    assert.equal((await open({ client_id: 'unknown' })).headers['Content-Security-Policy'], ofNobody);
    assert.equal((await decide({}, { origin: 'null' })).headers['Content-Security-Policy'], ofNobody);
    const loopback = await open({ redirect_uri: 'http://[::1]:4321/callback' });
    assert.match(loopback.headers['Content-Security-Policy']!, /form-action 'self' http:;/);
  });

  test('PKCE downgrade: no code without a challenge, or with one that the request itself gives away', async () => {
    const { open, decide, codes } = await authorizing();
    for (const changes of [
      { code_challenge: undefined },
      { code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge_method: 's256' },
      { code_challenge: undefined, code_challenge_method: undefined },
    ])
      for (const { status, parameters } of [await open(changes), await decide(changes)]) {
        assert.deepEqual([status, parameters['error'], parameters['code']], [303, 'invalid_request', undefined], JSON.stringify(changes));
        assert.match(parameters['error_description']!, /^code_challenge/);
      }
    assert.deepEqual(await codes(), []);
  });

  test('referrer leaks: the page names its address to us alone, and no cache keeps a page or a code', async () => {
    const { open, decide } = await authorizing();
    for (const { headers } of [await open(), await open({ client_id: 'x' }), await decide({ password: '' })])
      assert.deepEqual([headers['Referrer-Policy'], headers['Cache-Control']], ['same-origin', 'no-store']);
    const { headers } = await decide();
    // The gateway adds `no-referrer`.
    assert.deepEqual([headers['Referrer-Policy'], headers['Cache-Control']], [undefined, 'no-store']);
  });

  describe('guessing through the page', () => {
    const wrongFields = { password: 'wrong-password' };
    const statuses = async (count: number, one: (index: number) => Promise<{ status: number }>) => {
      const found: number[] = [];
      for (let index = 0; index < count; index += 1) found.push((await one(index)).status);
      return found;
    };
    const all = (count: number, status: number) => Array<number>(count).fill(status);

    test('after five wrong passwords at an address the next attempt waits, and a further one gets 429; not elsewhere', async () => {
      const { decide, user } = await authorizing();
      const at = '198.51.100.10';
      oauth.delaysMs();
      assert.deepEqual(await statuses(5, () => decide(wrongFields, { at: `203.0.113.9, ${at}` })), all(5, 400));
      oauth.whileDelayed(async () => {
        const { status, headers, page, location } = await decide({}, { at: `203.0.113.7, ${at}` });
        assert.deepEqual([status, location, headers['Retry-After']], [429, undefined, '3']);
        assert.match(page, /role="alert">Too many attempts/);
        assert.ok(page.includes(user.email) && !page.includes('demo-password'));
        assert.equal((await decide({}, { at: '198.51.100.11' })).status, 303);
      });
      assert.equal((await decide({}, { at: `203.0.113.8, ${at}` })).status, 303);
      assert.deepEqual(oauth.delaysMs(), [3_000], 'what the browser claims of its address counts for nothing');
    });

    test('303 at once for a colleague after thirty failures at an address, through any applications; failing accounts wait', async () => {
      const [first, second] = [await authorizing(), await authorizing()];
      const at = '198.51.100.20';
      oauth.delaysMs();
      const attemptStatuses = await statuses(30, (index) =>
        (index % 2 ? first : second).decide({ ...wrongFields, username: `${index}@example.com` }, { at }),
      );
      assert.deepEqual(attemptStatuses, all(30, 400));
      assert.equal((await second.decide({}, { at })).status, 303);
      assert.deepEqual(oauth.delaysMs(), []);
      assert.deepEqual(await statuses(2, () => first.decide(wrongFields, { at })), [400, 400]);
      assert.deepEqual(oauth.delaysMs(), [6_000]);
    });
  });

  test('XSS: the name of the application, the state, the email address and a bad parameter are text', async () => {
    const markup = `"><script>alert('&lt;')</script>`;
    const { open, decide } = await authorizing({ name: markup });
    const text = '&quot;&gt;&lt;script&gt;alert(&#39;&amp;lt;&#39;)&lt;/script&gt;';
    const { page } = await decide({ state: markup, username: markup, scope: 'base' });
    assert.equal(page.split(text).length - 1, 5, 'title, heading, sentence, state, email address');
    const bad = await open(`${encodeURIComponent(markup)}=1&${encodeURIComponent(markup)}=2`);
    assert.equal(bad.status, 400);
    for (const each of [page, bad.page]) assert.ok(!/<script/i.test(each));
  });
});
