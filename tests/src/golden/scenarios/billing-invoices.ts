import { findOffer, finishContest } from '../../orders.ts';
import { receiptOf } from '../../requests.ts';
import { demoGids } from '../../test-system.ts';
import type { Stage } from '../recorder.ts';

const organization = { gid: demoGids.harbourBakery };

/** Finishes a project and answers its receipt. The organization has no payment source, so an invoice collects it. */
export const finishQuietly = (stage: Stage): Promise<string> => {
  const [user, admin] = [stage.people.user.client, stage.people.admin.client];
  return stage.unrecorded(async () => receiptOf(user, await finishContest(user, admin, await findOffer(user))));
};

/** Invoices that collect receipts, paid and void. */
export async function recordInvoices(stage: Stage): Promise<void> {
  const receipt = await finishQuietly(stage);
  await finishQuietly(stage);
  const body = { organization, period: await periodOf(stage, receipt), currency: 'EUR' };
  const gid = await recordIssue(stage, body);
  const { user, manager } = stage.people;
  await stage.record('getReceipt', '200 for the manager, with its invoice', { as: manager, at: { gid: receipt } });
  await stage.record('getReceipt', '200 for the owner of the project, who may not see its invoice', { as: user, at: { gid: receipt } });
  await recordReads(stage, gid);
  await recordEnds(stage, gid, body);
}

/** The month of a receipt, as `createInvoice` takes it. */
async function periodOf({ people }: Stage, receipt: string): Promise<string> {
  return (await people.admin.client.api.getReceipt(receipt)).created_at.slice(0, '2026-11'.length);
}

async function recordIssue(stage: Stage, body: { period: string }): Promise<string> {
  const { admin } = stage.people;
  const unknown = { ...body, organization: { gid: 'unknown' } };
  await stage.record('createInvoice', '400 for an unknown organization', { as: admin, body: unknown });
  await stage.record('createInvoice', '400 for a month without receipts', { as: admin, body: { ...body, period: '1999-12' } });
  const { gid } = await stage.record('createInvoice', '201 over two receipts, and its PDF', { as: admin, body });
  await stage.record('createInvoice', '400 once all receipts are collected', { as: admin, body });
  return gid;
}

async function recordReads(stage: Stage, gid: string): Promise<void> {
  const { admin, manager, user } = stage.people;
  const query = { query: ['organization.gid', '==', organization.gid], orderBy: 'due_at' };
  await stage.record('listInvoices', '200 for the manager', { as: manager, query });
  await stage.record('listInvoices', '200 for an admin, those that are paid: none', {
    as: admin,
    query: { query: ['status', '==', 'paid'] },
  });
  await stage.record('listInvoices', '200 for a member, none', { as: user });
  await stage.record('getInvoice', '200 for the manager', { as: manager, at: { gid } });
  await stage.record('getInvoice', '404 for a member', { as: user, at: { gid } });
}

async function recordEnds(stage: Stage, gid: string, issue: object): Promise<void> {
  const { admin, manager } = stage.people;
  const body = { status: 'paid' };
  const at = { gid };
  await stage.record('updateInvoice', '403 by a manager', { as: manager, at, body });
  await stage.record('updateInvoice', '204 by an admin, and its receipts and projects are paid', { as: admin, at, body });
  await stage.record('updateInvoice', '400 for one that is paid', { as: admin, at, body: { status: 'void' } });
  await stage.record('getInvoice', '200 once it is paid', { as: manager, at });

  await finishQuietly(stage);
  const otherInvoice = await stage.unrecorded(() =>
    admin.client.api.createInvoice(issue as Parameters<typeof admin.client.api.createInvoice>[0]),
  );
  const voided = { as: admin, at: { gid: otherInvoice.gid }, body: { status: 'void' } };
  await stage.record('updateInvoice', '204 void, and what is left of its receipts is credited', voided);
  await stage.record('getInvoice', '200 once it is void', { as: manager, at: { gid: otherInvoice.gid } });
}
