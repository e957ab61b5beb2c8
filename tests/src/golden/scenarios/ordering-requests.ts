import type { Caller, Stage } from '../recorder.ts';
import { hireWorker } from './ordering-projects.ts';

const offer = (amount: number) => ({ state: 'proposal', price: { amount, currency: 'EUR' }, options: { mode: 'solo', due: 10 } });

/** A specific request, whose price is proposed. */
export async function recordRequest(stage: Stage): Promise<void> {
  const { user, admin } = stage.people;
  const body = { title: 'A mural', description: 'For the wall', product: null, state: 'draft' };
  const { gid } = await stage.record('createProject', '201 for a specific request', { as: user, body });
  await stage.record('dryRunProject', '200 for a specific request', { as: user, body });
  const update = (title: string, as: Caller, changes: object) => stage.record('updateProject', title, { as, at: { gid }, body: changes });
  await update('204 for a request that asks for a proposal', user, { state: 'waiting_for_proposal' });
  await update('403 for a proposal by the owner', user, offer(60));
  await update('400 for a proposal without options and currency', admin, { state: 'proposal', price: { amount: 60 } });
  await update('204 for a proposal', admin, offer(60));
  await stage.record('getProject', '200 for a proposal', { as: user, at: { gid } });
  await update('204 for a proposal that is sent back with a word', user, { state: 'waiting_for_proposal', message: 'A little less?' });
  await update('204 for another proposal in words', admin, { ...offer(50), message: 'With two rounds of changes' });
  await update('204 for a revised proposal', admin, { price: { amount: 45.5, currency: 'EUR' } });
  await update('400 for a proposal published at another price', user, { state: 'published', price: { amount: 1 } });
  await update('204 for a proposal that is published', user, { state: 'published', price: { amount: 45.5 } });
  const worker = await hireWorker(stage, 'muralist');
  await update('403 for a worker by the owner', user, { worker: { gid: worker } });
  await update('400 for a worker who is none', admin, { worker: { gid } });
  await update('204 for a worker who is assigned', admin, { worker: { gid: worker } });
  await stage.record('listProjectHistory', '200 with proposals', { as: user, at: { gid }, query: { query: ['command', '==', 'propose'] } });
}
