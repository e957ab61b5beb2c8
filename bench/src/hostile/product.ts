import { clientCredentials, createClient, upload } from '@partner-ordering/client';
import { ApiClient } from '@partner-ordering/testing';
import type { Product } from './attack.ts';

/** Gids of the demo data, as the README has them. */
const demo = { bakery: '019a0000-0000-7000-8000-0000000000a1', logo: '019a0000-0000-7000-8000-0000000c0001' };

const application = clientCredentials({ clientId: 'demo-app', clientSecret: 'demo-secret' });

/** The running product with its demo data. */
export function productAt(url: string): Product {
  // Forms name its public address, which nobody resolves.
  const fetchHere: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input));
    return fetch(new URL(`${pathname}${search}`, url), init);
  };
  return {
    url,
    signIn: async (username, scope = 'base') => {
      const user = { grant_type: 'password', username, password: 'demo-password', scope };
      const { access_token: token } = await createClient({ url, auth: application }).issueToken(user);
      return new ApiClient(url, token, fetchHere);
    },
    upload: async ({ api }, file, filename) => (await upload(api, file, { filename })).url,
    draft: async ({ api }, description) => {
      const [product, organization] = [{ gid: demo.logo }, { gid: demo.bakery }];
      const configured = { options: { mode: 'multi', due: 5 }, price: { amount: 776 } } as const;
      return (await api.createProject({ title: 'A logo', description, product, organization, ...configured, state: 'draft' })).href;
    },
  };
}
