// Signs in, reads a user, an organization and a project, orders, and updates the order, by openapi-zod-client with Zodios.
import { isErrorFromAlias } from '@zodios/core';
import axios from 'axios';
import { api, createApiClient } from './client/client';

const LOGO = '019a0000-0000-7000-8000-0000000c0001';
const BAKERY = '019a0000-0000-7000-8000-0000000000a1';
const baseUrl = process.env['API']!;

async function main(title: string): Promise<void> {
  const signIn = { grant_type: 'password', username: 'user@example.com', password: 'demo-password' };
  const token = await createApiClient(baseUrl).issueToken({ ...signIn, client_id: 'demo-app', client_secret: 'demo-secret' });
  let location = '';
  const axiosInstance = axios.create({ headers: { authorization: `Bearer ${token.access_token}` } });
  axiosInstance.interceptors.response.use((response) => {
    location = String(response.headers['location']);
    return response;
  });
  const client = createApiClient(baseUrl, { axiosInstance });

  const me = await client.getMe();
  const user = await client.getUser({ params: { gid: me.gid } });
  if (user.email !== 'user@example.com') throw new Error(`${user.email} was read`);
  const organization = await client.getOrganization({ params: { gid: BAKERY } });
  if (organization.name !== 'Harbour Bakery') throw new Error(`${organization.name} was read`);

  const queries = { 'product.gid': LOGO, 'organization.gid': BAKERY, 'options.due': 5, 'options.mode': 'multi' } as const;
  const price = await client.getPriceFor({ queries });
  const order = {
    title: 'A draft',
    description: 'A loaf and an anchor.',
    product: { gid: LOGO },
    organization: { gid: BAKERY },
    options: { due: 5, mode: 'multi' },
    price: { amount: price.amount },
    state: 'draft',
  } as const;
  await client.createProject(order);
  const gid = location.split('/').at(-1)!;
  await client.updateProject({ title, state: 'published' }, { params: { gid } });
  const project = await client.getProject({ params: { gid } });
  if (project.price?.amount !== price.amount || project.winner !== null) throw new Error('the project is another one');

  const missing = await client.getProject({ params: { gid: BAKERY } }).catch((error: unknown) => error);
  if (!isErrorFromAlias(api.api, 'getProject', missing) || missing.response.status !== 404) throw new Error('404 was no error');

  // The body that it asks for is not in the document.
  axiosInstance.defaults.headers['prefer'] = 'return=representation';
  await createApiClient(baseUrl, { axiosInstance, validate: 'request' }).createProject(order);
  process.stdout.write(`${gid}\n`);
}

void main(process.argv[2]!);
