// Signs in, reads a user, an organization and a project, and orders, by orval's fetch client. The address is that of the document.
import * as ordering from './client/api';

const LOGO = '019a0000-0000-7000-8000-0000000c0001';
const BAKERY = '019a0000-0000-7000-8000-0000000000a1';
const headers = (authorization: string): RequestInit => ({ headers: { authorization } });

async function main(title: string): Promise<void> {
  const form = { grant_type: 'password', username: 'user@example.com', password: 'demo-password' };
  const issued = await ordering.issueToken(form, headers(`Basic ${btoa('demo-app:demo-secret')}`));
  if (issued.status !== 200) throw new Error(issued.data.error);
  const signedIn = headers(`Bearer ${issued.data.access_token}`);

  const me = await ordering.getMe(undefined, signedIn);
  if (me.status !== 200) throw new Error(`/me answered ${me.status}`);
  const user = await ordering.getUser(me.data.gid, signedIn);
  if (user.status !== 200 || user.data.email !== 'user@example.com') throw new Error('another user was read');
  const organization = await ordering.getOrganization(BAKERY, signedIn);
  if (organization.status !== 200 || organization.data.name !== 'Harbour Bakery') throw new Error('another organization was read');

  const priceQuery = { 'product.gid': LOGO, 'organization.gid': BAKERY, 'options.due': 5, 'options.mode': ordering.Mode.multi };
  const price = await ordering.getPriceFor(priceQuery, signedIn);
  if (price.status !== 200) throw new Error(`the price answered ${price.status}`);
  const order: ordering.ProjectCreate = {
    title,
    description: 'A loaf and an anchor.',
    product: { gid: LOGO },
    organization: { gid: BAKERY },
    options: { due: 5, mode: 'multi' },
    price: { amount: price.data.amount },
    state: 'published',
  };
  const created = await ordering.createProject(order, signedIn);
  if (created.status !== 201) throw new Error(`ordering answered ${created.status}`);
  const project = await ordering.getProject(created.headers.get('location')!.split('/').at(-1)!, signedIn);
  if (project.status !== 200) throw new Error(`the project answered ${project.status}`);
  if (project.data.price?.amount !== price.data.amount || project.data.winner !== null) throw new Error('the project is another one');

  const missingAnswer = await ordering.getProject(BAKERY, signedIn);
  if (missingAnswer.status !== 404 || missingAnswer.data.error === undefined) throw new Error('404 was no error');
  process.stdout.write(`${project.data.gid}\n`);
}

void main(process.argv[2]!);
