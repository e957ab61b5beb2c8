import { ApiClient } from '@partner-ordering/testing';
import type { Product } from './attack.ts';

/** Gids of the demo data, as the README has them. */
const demo = { bakery: '019a0000-0000-7000-8000-0000000000a1', logo: '019a0000-0000-7000-8000-0000000c0001' };

const basic = `Basic ${Buffer.from('demo-app:demo-secret').toString('base64')}`;

/** The running product with its demo data. */
export function productAt(url: string): Product {
  const anonymous = new ApiClient(url);
  return {
    url,
    signIn: async (username, scope = 'base') => {
      const form = new URLSearchParams({ grant_type: 'password', username, password: 'demo-password', scope }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: basic };
      const { status, body } = await anonymous.post('/oauth2/token', form, { headers });
      if (status !== 200) throw new Error(`${username} could not sign in: ${status} ${JSON.stringify(body)}`);
      return new ApiClient(url, body.access_token);
    },
    upload: async (client, file, name) => {
      const { action, fields, file_field } = (await client.get('/v1/me')).body.upload_form;
      const form = new FormData();
      for (const [key, value] of Object.entries(fields)) form.append(key, value as string);
      form.append(file_field, file, name);
      const { status } = await fetch(new URL(new URL(action).pathname, url), { method: 'POST', body: form });
      if (status !== 201) throw new Error(`The upload was answered ${status}`);
      return fields.key as string;
    },
    draft: (client, description) =>
      client.create('/v1/projects', {
        ...{ title: 'A logo', description, product: { gid: demo.logo }, organization: { gid: demo.bakery } },
        ...{ options: { mode: 'multi', due: 5 }, price: { amount: 776 }, state: 'draft' },
      }),
  };
}
