import { gidOf } from '@partner-ordering/testing';
import { orderOf } from '../../orders.ts';
import { demoGids } from '../../test-system.ts';
import type { Stage } from '../recorder.ts';
import { newUser } from './new-user.ts';
import { logo } from './ordering-projects.ts';

const { users, harbourBakery } = demoGids;

/** The budget of a member with an order that runs, one that was canceled and one that waits for approval. */
export async function recordBudgets(stage: Stage): Promise<void> {
  const { admin, manager, colleague } = stage.people;
  const monthly_budget = { amount: 1600, currency: 'EUR' };
  const buyer = await newUser(stage, {
    email: 'buyer@example.com',
    name: 'member with a budget',
    member_of: [{ organization: { gid: harbourBakery }, monthly_budget }],
  });
  const order = () =>
    stage.unrecorded(async () => gidOf(await buyer.client.create('/v1/projects', orderOf(logo.multi, { state: 'published' }))));
  const at = { gid: buyer.gid, orgaGid: harbourBakery as string };
  await order();
  const canceled = await order();
  await order();
  await stage.unrecorded(() => buyer.client.put(`/v1/projects/${canceled}`, { status: 'canceled' }));
  await stage.record('getMemberBudget', '200 for the member, with what was booked and released', { as: buyer, at });
  await stage.record('getMemberBudget', '200 for the manager', { as: manager, at });
  await stage.record('getMemberBudget', '200 for an admin', { as: admin, at });
  await stage.record('getMemberBudget', '200 for a member who has ordered nothing', {
    as: colleague,
    at: { ...at, gid: users.colleague },
  });
  await stage.record('getMemberBudget', '404 for a colleague', { as: colleague, at });

  const listCall = { as: manager, at: { orgGid: harbourBakery as string } };
  const queryCall = { query: { query: ['user.gid', '==', buyer.gid] } };
  await stage.record('listOrganizationBudgets', '200 for the manager: what was spent, and what waits for approval', {
    ...listCall,
    ...queryCall,
  });
  await stage.record('listOrganizationBudgets', '200 with the managers, without a budget', {
    ...listCall,
    query: { query: ['is_manager', '==', true], orderBy: 'gid', sort: 'asc' },
  });
  await stage.record('listOrganizationBudgets', '200 for an admin, a page', {
    ...listCall,
    as: admin,
    query: { query: ['user.gid', 'in', [buyer.gid, users.manager]], orderBy: 'created_at', sort: 'desc', limit: 1 },
  });
}
