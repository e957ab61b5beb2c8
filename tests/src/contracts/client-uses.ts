import assert from 'node:assert/strict';
import {
  AuthenticationError,
  clientCredentials,
  password,
  refreshToken,
  sendForm,
  type Auth,
  type Client,
  type RegisteredApplication,
  type Token,
} from '@partner-ordering/client';
import { exactly, type Interaction } from '@partner-ordering/testing/contracts';

/** One call of the client, and what it reads of the answer. */
export interface Use extends Pick<Interaction, 'parameters' | 'status' | 'headers' | 'answers'> {
  /** A state of partner-states.ts. */
  given: string;
  /** The path of the request, where the call sends others too. */
  path?: string;
  /** Calls, and looks at the result. `as` is another caller of the same API. */
  call(api: Client, as: As): Promise<unknown>;
}

/** Other callers of the same API. */
export interface As {
  /** The application itself. */
  application: Client;
  /** The first token that a way to sign in comes by. Throws why there is none. */
  tokenBy(way: (application: RegisteredApplication) => Auth): Promise<Token>;
  /** Address of the API. */
  url: string;
}

const file = '019a0000-0000-7000-8000-0000000000f1';
const ISSUED = { access_token: 'token', expires_in: 3600, token_type: exactly('bearer'), scope: exactly('base') };
const TOKENS = '/oauth2/token';
const person = { username: 'user@example.com', password: 'demo-password' };
const SESSION = 'cmVmcmVzaC10b2tlbg';
const fields = { key: file, policy: 'cG9saWN5', signature: 'c2lnbmF0dXJl' };

/** How the client comes by tokens, and what the application itself asks. */
export const tokenUses: Record<string, Use> = {
  'issueToken by the password': {
    ...{ given: 'a registered application', path: TOKENS, answers: { ...ISSUED, refresh_token: SESSION } },
    call: async (_api, { tokenBy }) => {
      const { access_token, refresh_token } = await tokenBy((application) => password({ ...application, ...person }));
      assert.deepEqual([access_token, refresh_token], ['token', SESSION]);
    },
  },
  'issueToken of the application': {
    ...{ given: 'a registered application', path: TOKENS, answers: ISSUED },
    call: async (_api, { tokenBy }) => assert.equal((await tokenBy(clientCredentials)).access_token, 'token'),
  },
  'issueToken by a refresh token': {
    ...{ given: 'a session of a user', path: TOKENS, answers: { ...ISSUED, refresh_token: 'bmV4dA' } },
    call: async (_api, { tokenBy }) => {
      const next = await tokenBy((application) => refreshToken({ ...application, refreshToken: SESSION }));
      assert.equal(next.refresh_token, 'bmV4dA');
    },
  },
  'issueToken by a wrong password': {
    ...{ given: 'a signed-in user', path: TOKENS, status: 400 },
    answers: { error: exactly('invalid_grant'), error_description: 'The username or the password is wrong' },
    call: (_api, { tokenBy }) =>
      assert.rejects(
        tokenBy((application) => password({ ...application, ...person, password: 'wrong-password' })),
        (error) => error instanceof AuthenticationError && error.error === 'invalid_grant',
      ),
  },
  introspectToken: {
    ...{ given: 'a session of a user', answers: { active: exactly(true) } },
    call: async (_api, { application }) => assert.equal((await application.introspectToken({ token: SESSION })).active, true),
  },
  'introspectToken of a session that has ended': {
    ...{ given: 'a registered application', answers: { active: exactly(false) } },
    call: async (_api, { application }) => assert.equal((await application.introspectToken({ token: SESSION })).active, false),
  },
  revokeToken: {
    ...{ given: 'a session of a user', status: 200 },
    call: async (_api, { application }) => assert.equal(await application.revokeToken({ token: SESSION }), undefined),
  },
  createApplication: {
    ...{ given: 'a signed-in admin', status: 201, answers: { gid: file, client_id: 'shop', client_secret: 'secret' } },
    call: async (api) => {
      const { client_id, client_secret } = await api.createApplication({ name: 'Shop', grants: ['password'] });
      assert.deepEqual([client_id, client_secret], ['shop', 'secret']);
    },
  },
};

/** Files go to the storage by form, and come from it as they are. */
export const fileUses: Record<string, Use> = {
  getUploadForm: {
    given: 'an upload form',
    answers: { action: 'https://partner-ordering.test/v1/storage', fields, file_field: exactly('file'), max_size: 1_073_741_824 },
    call: async (api) => assert.deepEqual((await api.getUploadForm()).fields, fields),
  },
  uploadFile: {
    ...{ given: 'an upload form', status: 201 },
    call: async (_api, { url }) => {
      const form = { action: `${url}/v1/storage`, method: 'POST', enctype: 'multipart/form-data', fields, file_field: 'file' } as const;
      const brief = new File(['A loaf above an anchor'], 'brief "1".txt', { type: 'text/plain' });
      const sent = await sendForm({ ...form, max_size: 1_000, expires_at: '2026-11-21T12:00:00Z' }, brief);
      assert.equal(sent.url, file);
    },
  },
  downloadFile: {
    ...{ given: 'an uploaded picture', parameters: { file, expires: '1795262400', signature: fields.signature } },
    headers: { 'Content-Type': 'image/png' },
    call: async (api) => {
      const { headers } = await api.downloadFile(file, { expires: '1795262400', signature: fields.signature });
      assert.equal(headers.get('content-type'), 'image/png');
    },
  },
};
