import { demoGids } from '../../test-system.ts';
import type { Stage } from '../recorder.ts';
import { finishQuietly } from './billing-invoices.ts';

const orgGid: string = demoGids.harbourBakery;
const at = { orgGid };

/** Credit notes over a part of a receipt and over its rest. */
export async function recordCreditNotes(stage: Stage): Promise<void> {
  const receipt = { gid: await finishQuietly(stage) };
  await recordRefusedCredits(stage, receipt);
  const gid = await recordCredits(stage, receipt);
  await recordReads(stage, gid, receipt);
}

async function recordRefusedCredits(stage: Stage, receipt: { gid: string }): Promise<void> {
  const { admin } = stage.people;
  const body = { receipt, reason: 'Delivered late', amount: { amount: 100, currency: 'EUR' } };
  const refuse = (title: string, changes: object, where = at) =>
    stage.record('createCreditNote', title, { as: admin, at: where, body: { ...body, ...changes } });
  await refuse('400 for a receipt of another organization', {}, { orgGid: demoGids.northlightStudio });
  await refuse('400 for more than what is left', { amount: { amount: 100_000, currency: 'EUR' } });
  await refuse('400 for nothing', { amount: { amount: 0, currency: 'EUR' } });
  await refuse('400 for another currency', { amount: { amount: 1, currency: 'USD' } });
  await refuse('400 for a blank reason', { reason: ' ' });
}

async function recordCredits(stage: Stage, receipt: { gid: string }): Promise<string> {
  const { admin, user } = stage.people;
  const credit = (title: string, body: object) => stage.record('createCreditNote', title, { as: admin, at, body: { receipt, ...body } });
  const part = { reason: 'Delivered late', amount: { amount: 100, currency: 'EUR' } };
  const { gid } = await credit('201 over a part, and its PDF', part);
  await stage.record('getReceipt', '200 once a part of it is credited', { as: user, at: receipt });
  await credit('201 over all that is left: the receipt and its project are paid', { reason: 'Never delivered' });
  await credit('400 once nothing is left', part);
  await stage.record('getReceipt', '200 once all of it is credited', { as: user, at: receipt });
  return gid;
}

async function recordReads(stage: Stage, gid: string, receipt: { gid: string }): Promise<void> {
  const { manager } = stage.people;
  const query = { query: ['receipt.gid', '==', receipt.gid], orderBy: 'created_at' };
  await stage.record('listCreditNotes', '200 for the manager, those of a receipt', { as: manager, at, query });
  const parameters = { ...at, gid };
  await stage.record('getCreditNote', '200 for the manager', { as: manager, at: parameters });
}
