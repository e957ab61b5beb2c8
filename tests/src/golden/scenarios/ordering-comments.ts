import { demoGids } from '../../test-system.ts';
import type { Stage } from '../recorder.ts';
import { newUser } from './new-user.ts';
import { logo } from './ordering-projects.ts';

const { harbourBakery, northlightStudio } = demoGids;

/** Remarks on what belongs to no project; on what several organizations see, one organization's members see them. */
export async function recordCommentsElsewhere(stage: Stage): Promise<void> {
  const { user, colleague, admin, stranger } = stage.people;
  const memberOfBoth = await newUser(stage, {
    email: 'both@example.com',
    name: 'member of two organizations',
    member_of: [{ organization: { gid: harbourBakery } }, { organization: { gid: northlightStudio } }],
  });
  const uri = `/products/${logo.multi.product}`;
  const [bakery, studio] = [{ gid: harbourBakery }, { gid: northlightStudio }];
  const post = (title: string, as: typeof user, changes: object) =>
    stage.record('createComment', title, { as, body: { message: 'Mind the size', uri, ...changes } });
  const { gid } = await post('201 on a product, by a member of one organization', user, {});
  await post('201 on a product, for one of two organizations', memberOfBoth, { organization: studio });
  await post('201 on a product, by an admin for an organization', admin, { organization: bakery });
  await post('201 on an organization', user, { uri: `/organizations/${harbourBakery}` });
  await post('400 by a member of two organizations who names none', memberOfBoth, {});
  await post('400 for an organization that is not theirs', user, { organization: studio });
  const query = ['uri', '==', `/v1${uri}`];
  const found = { query: { query, orderBy: 'created_at', sort: 'asc' } };
  await stage.record('listComments', '200 on a product, for a member: those of their organization', { as: colleague, ...found });
  await stage.record('listComments', '200 on a product, for a member of another organization', { as: stranger, ...found });
  await stage.record('getComment', '200 on a product, for a colleague', { as: colleague, at: { gid } });
  await stage.record('getComment', '404 on a product, for another organization', { as: stranger, at: { gid } });
}
