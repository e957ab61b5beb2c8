// Signs in, reads a user, an organization and a project, and orders, by openapi-typescript with openapi-fetch.
import createClient from 'openapi-fetch';
import type { components, paths } from './client/types';

const LOGO = '019a0000-0000-7000-8000-0000000c0001';
const BAKERY = '019a0000-0000-7000-8000-0000000000a1';
const FORM = 'application/x-www-form-urlencoded';
const baseUrl = process.env['API']!;

function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function main(title: string): Promise<void> {
  const anonymous = createClient<paths>({ baseUrl, headers: { authorization: `Basic ${btoa('demo-app:demo-secret')}` } });
  const body = { grant_type: 'password', username: 'user@example.com', password: 'demo-password' };
  const form = { bodySerializer: (fields: object) => new URLSearchParams(Object.entries(fields)), headers: { 'content-type': FORM } };
  const token = dataOf(await anonymous.POST('/oauth2/token', { body, ...form }));
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token.access_token}` } });

  const me = dataOf(await client.GET('/v1/me'));
  const user = dataOf(await client.GET('/v1/users/{gid}', { params: { path: { gid: me.gid } } }));
  if (user.email !== 'user@example.com') throw new Error(`${user.email} was read`);
  const organization = dataOf(await client.GET('/v1/organizations/{gid}', { params: { path: { gid: BAKERY } } }));
  if (organization.name !== 'Harbour Bakery') throw new Error(`${organization.name} was read`);

  const query = { 'product.gid': LOGO, 'organization.gid': BAKERY, 'options.due': 5, 'options.mode': 'multi' } as const;
  const price = dataOf(await client.GET('/v1/prices/for', { params: { query } }));
  const order: components['schemas']['ProjectCreate'] = {
    title,
    description: 'A loaf and an anchor.',
    product: { gid: LOGO },
    organization: { gid: BAKERY },
    options: { due: 5, mode: 'multi' },
    price: { amount: price.amount },
    state: 'published',
  };
  const { response } = await client.POST('/v1/projects', { body: order });
  if (response.status !== 201) throw new Error(`ordering answered ${response.status}`);
  const gid = response.headers.get('location')!.split('/').at(-1)!;
  const project = dataOf(await client.GET('/v1/projects/{gid}', { params: { path: { gid } } }));
  if (project.price?.amount !== price.amount || project.winner !== null) throw new Error('the project is another one');

  const { error } = await client.GET('/v1/projects/{gid}', { params: { path: { gid: BAKERY } } });
  if (error === undefined || !('error' in error)) throw new Error('404 was no error');
  process.stdout.write(`${project.gid}\n`);
}

void main(process.argv[2]!);
