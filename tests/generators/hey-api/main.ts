// Signs in, reads a user, an organization and a project, and orders, by @hey-api/openapi-ts. The address is that of the document.
import * as ordering from './client';
import { client } from './client/client.gen';

const LOGO = '019a0000-0000-7000-8000-0000000c0001';
const BAKERY = '019a0000-0000-7000-8000-0000000000a1';
const basic = `Basic ${btoa('demo-app:demo-secret')}`;

async function main(title: string): Promise<void> {
  const signIn = { grant_type: 'password', username: 'user@example.com', password: 'demo-password' };
  const { data: token } = await ordering.issueToken({ body: signIn, headers: { authorization: basic }, throwOnError: true });
  client.setConfig({ auth: token.access_token });

  const { data: me } = await ordering.getMe({ throwOnError: true });
  const { data: user } = await ordering.getUser({ path: { gid: me.gid }, throwOnError: true });
  if (user.email !== 'user@example.com') throw new Error(`${user.email} was read`);
  const { data: organization } = await ordering.getOrganization({ path: { gid: BAKERY }, throwOnError: true });
  if (organization.name !== 'Harbour Bakery') throw new Error(`${organization.name} was read`);

  const query = { 'product.gid': LOGO, 'organization.gid': BAKERY, 'options.due': 5, 'options.mode': 'multi' } as const;
  const { data: price } = await ordering.getPriceFor({ query, throwOnError: true });
  const order: ordering.ProjectCreate = {
    title,
    description: 'A loaf and an anchor.',
    product: { gid: LOGO },
    organization: { gid: BAKERY },
    options: { due: 5, mode: 'multi' },
    price: { amount: price.amount },
    state: 'published',
  };
  const { response } = await ordering.createProject({ body: order, throwOnError: true });
  if (response.status !== 201) throw new Error(`ordering answered ${response.status}`);
  const gid = response.headers.get('location')!.split('/').at(-1)!;
  const { data: project } = await ordering.getProject({ path: { gid }, throwOnError: true });
  if (project.price?.amount !== price.amount || project.winner !== null) throw new Error('the project is another one');

  const { error } = await ordering.getProject({ path: { gid: BAKERY } });
  if (error === undefined || !('error' in error)) throw new Error('404 was no error');
  process.stdout.write(`${project.gid}\n`);
}

void main(process.argv[2]!);
