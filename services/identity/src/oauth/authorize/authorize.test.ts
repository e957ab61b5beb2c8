import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { authorizing, issuer } from '../../fixtures/authorization.ts';

describe('the authorization endpoint', () => {
  describe('its page', () => {
    test('200 names the application, the scopes and the return address, and keeps all parameters', async () => {
      const { open, request } = await authorizing({ name: 'Planner' });
      const { status, headers, page } = await open({ scope: 'base files', ui_locales: 'en' });
      assert.deepEqual([status, headers['Content-Type'], headers['Cache-Control']], [200, 'text/html; charset=utf-8', 'no-store']);
      assert.ok(!('Cross-Origin-Opener-Policy' in headers), 'an application that opened it in a pop-up is told there');
      for (const part of [
        '<html lang="en">',
        '<h1>Planner asks for access to your account</h1>',
        'see and do all that you can',
        'app.example.',
      ])
        assert.ok(page.includes(part), part);
      assert.ok(page.includes('see files and images') && !page.includes('upload files'));
      for (const [name, value] of Object.entries({ ...request, scope: 'base files' }))
        assert.ok(page.includes(`name="${name}" value="${value}"`), name);
    });

    test('the page is in French for readers of French, and in English for all others', async () => {
      const { open } = await authorizing();
      for (const [locales, accepted, language] of [
        [undefined, 'fr-CA, en;q=0.5', 'fr'],
        [undefined, 'de', 'en'],
        ['fr-FR en', 'en', 'fr'],
        ['de', 'fr', 'fr'],
        ['de en-GB', 'fr', 'en'],
      ] as const) {
        const { page } = await open({ ui_locales: locales }, { 'accept-language': accepted });
        assert.ok(page.includes(`<html lang="${language}">`), `${locales} ${accepted}`);
      }
    });

    test('200 with the defaults: base, no state; unknown parameters show nowhere', async () => {
      const { open } = await authorizing();
      const { status, page } = await open({ state: undefined, scope: '', prompt: 'consent', username: 'somebody@example.com' });
      assert.deepEqual([status, page.includes('see and do all'), page.includes('name="state"')], [200, true, false]);
      assert.ok(!page.includes('somebody'), 'another website fills in no email address');
    });
  });

  test("303 tells the application the fault of its request, with state and issuer, and keeps the address's query", async () => {
    const { open, decide, request, changeApplication } = await authorizing({ redirectUris: ['https://app.example/callback?tenant=7'] });
    await changeApplication(sql`scopes = '{base}'`);
    for (const [changes, error, description] of [
      [{ response_type: undefined }, 'invalid_request', 'response_type: is required'],
      [{ response_type: 'token' }, 'unsupported_response_type', 'The response type must be code'],
      [{ code_challenge: undefined }, 'invalid_request', 'code_challenge: is required'],
      [{ code_challenge: 'x'.repeat(44) }, 'invalid_request', 'code_challenge: must have 43 characters of base64url'],
      [{ scope: 'everything' }, 'invalid_scope', 'A scope is unknown or not allowed here'],
      [{ scope: 'base files' }, 'invalid_scope', 'A scope is unknown or not allowed here'],
    ] as const)
      for (const answer of [await open(changes), await decide(changes)]) {
        assert.deepEqual(
          [answer.status, answer.location?.origin, answer.headers['Cache-Control']],
          [303, 'https://app.example', 'no-store'],
        );
        const expected = { tenant: '7', error, error_description: description, state: request['state'], iss: issuer };
        assert.deepEqual(answer.parameters, expected);
      }
    for (const state of ['x'.repeat(2049), 'a\nb', '\x7f', 'é']) {
      const { parameters } = await open({ state });
      assert.deepEqual(parameters, {
        tenant: '7',
        error: 'invalid_request',
        iss: issuer,
        error_description: 'state: must have at most 2048 printable characters',
      });
    }
  });

  describe('the decision', () => {
    test('303 with a code for the right password; the row has only its hash, and all data for its use', async () => {
      const { decide, codes, request, user } = await authorizing({ redirectUris: ['http://127.0.0.1/callback'] });
      const redirectUri = 'http://127.0.0.1:53124/callback';
      const { status, location, parameters } = await decide(
        { redirect_uri: redirectUri, scope: 'files base' },
        { at: '2001:db8:1:2:3::4' },
      );
      assert.deepEqual([status, location?.origin, location?.pathname], [303, 'http://127.0.0.1:53124', '/callback']);
      assert.deepEqual(Object.keys(parameters), ['code', 'state', 'iss']);
      assert.deepEqual([parameters['state'], parameters['iss'], parameters['code']?.length], [request['state'], issuer, 43]);
      const [code, ...more] = await codes();
      assert.equal(more.length, 0);
      assert.deepEqual(
        [code!['user_gid'], code!['redirect_uri'], code!['scope'], code!['code_challenge'], code!['network'], code!['session_gid']],
        [user.gid, redirectUri, ['base', 'files'], request['code_challenge'], '2001:db8:1:2::/64', null],
      );
      assert.ok(!JSON.stringify(code).includes(parameters['code']!));
    });

    test('303 with access_denied for Cancel, whatever is in the form', async () => {
      const { decide, codes, request } = await authorizing();
      for (const decision of ['cancel', undefined]) {
        const { status, parameters } = await decide({ decision, username: undefined });
        const expected = {
          error: 'access_denied',
          error_description: 'The person has not allowed it',
          state: request['state'],
          iss: issuer,
        };
        assert.deepEqual([status, parameters], [303, expected]);
      }
      assert.deepEqual(await codes(), []);
    });

    test('400 shows the page again with the wrong field marked, with the email address and without the password', async () => {
      const { decide, user, codes, request } = await authorizing();
      for (const [changes, field, text] of [
        [{ username: '' }, 'username', 'This field is required.'],
        [{ password: undefined }, 'password', 'This field is required.'],
        [{ password: 'wrong-password' }, 'password', 'is wrong, or you may not use this application'],
      ] as const) {
        const { status, page } = await decide({ ...changes, scope: 'base' });
        assert.equal(status, 400);
        assert.match(page, new RegExp(`id="${field}"[^>]+autofocus aria-invalid="true" aria-describedby="wrong"`));
        assert.equal(page.match(/autofocus/g)?.length, 1);
        assert.match(page, new RegExp(`role="alert">[^<]*${text}`));
        assert.equal(page.includes(`value="${user.email}"`), field === 'password');
        assert.ok(!page.includes('wrong-password') && !page.includes('demo-password'));
        assert.ok(page.includes(`name="state" value="${request['state']}"`));
      }
      assert.deepEqual(await codes(), []);
    });

    test('400 alike for an unknown account, a disabled user and a user whom the application does not admit', async () => {
      const { decide, disabled, foreign } = await authorizing();
      const pages = new Set<string>();
      for (const username of ['nobody@example.com', disabled.email, foreign.email]) {
        const { status, page } = await decide({ username });
        assert.equal(status, 400);
        pages.add(page.replace(username, 'somebody@example.com'));
      }
      assert.equal(pages.size, 1);
    });

    test('400 instead of a code if the password changes while it is compared', async () => {
      const { decide, user, changePasswordDuring, codes } = await authorizing();
      assert.equal((await changePasswordDuring(user.gid, () => decide())).status, 400);
      assert.deepEqual(await codes(), []);
    });
  });

  test('200 of openSignOutPage has a button that signs out, for people alone to press', async () => {
    const { status, page, headers } = await (await authorizing()).openSignOut();
    assert.deepEqual([status, headers['Referrer-Policy']], [200, 'same-origin']);
    assert.ok(page.includes('<form method="post" action="/oauth2/sign_out"><button>Sign out</button></form>'));
    assert.match(headers['Content-Security-Policy']!, /form-action 'self';/);
  });
});
