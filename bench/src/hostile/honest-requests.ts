import { SIGNS_IN, WORKS } from './addresses.ts';
import type { HonestRequest } from './honest.ts';
import { productAt } from './product.ts';
import { FORM_TYPE } from './wire.ts';

/** What other clients do meanwhile: somebody works with projects, and twice a second somebody signs in from elsewhere. */
export async function honestRequests(url: string): Promise<HonestRequest[]> {
  const product = productAt(url);
  const manager = await product.signIn('manager@example.com');
  const project = await product.draft(manager, 'A loaf and an anchor.');
  const { title, description, product: kind, organization, options, price } = (await manager.get(project)).body;
  const draft = JSON.stringify({
    title,
    description,
    product: { gid: kind.gid },
    organization: { gid: organization.gid },
    options,
    price: { amount: price.amount },
    state: 'draft',
  });
  const form = new URLSearchParams({ grant_type: 'password', username: 'user@example.com', password: 'demo-password' }).toString();
  const basic = `Basic ${Buffer.from('demo-app:demo-secret').toString('base64')}`;
  const authorization = `Bearer ${manager.token}`;
  const of = (method: string, path: string, perSecond: number, body = ''): HonestRequest => ({
    ...{ kind: 'request', from: WORKS, perSecond, method, path, body },
    headers: {
      authorization,
      ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    },
  });
  return [
    of('GET', project, 8),
    of('GET', '/v1/projects?orderBy=created_at&sort=desc&limit=10', 8),
    of('POST', '/v1/projects', 3, draft),
    {
      ...{ kind: 'sign-in', from: SIGNS_IN, perSecond: 2, method: 'POST', path: '/oauth2/token', body: form },
      headers: { authorization: basic, 'content-type': FORM_TYPE, 'content-length': String(Buffer.byteLength(form)) },
    },
  ];
}
