import { findOffer, finishContest } from '../../orders.ts';
import { failPdf, receiptOf } from '../../requests.ts';
import { demoGids } from '../../test-system.ts';
import type { Call, Stage } from '../recorder.ts';
import { recordCreditNotes } from './billing-credit-notes.ts';
import { recordInvoices } from './billing-invoices.ts';

const orgGid: string = demoGids.harbourBakery;
const { northlightStudio } = demoGids;

/** Payment sources, receipts, the invoices that collect them, and credit notes. */
export async function billing(stage: Stage): Promise<void> {
  await recordReceipts(stage);
  // In the end there is none, so that invoices collect what follows.
  await recordPaymentProvider(stage);
  await recordPaymentSources(stage);
  await recordInvoices(stage);
  await recordCreditNotes(stage);
  await recordPaymentEvents(stage);
  await recordUnrendered(stage);
}

/** Comes last, since the PDF stays away. */
async function recordUnrendered(stage: Stage): Promise<void> {
  const { admin } = stage.people;
  await stage.unrecorded(async () => {
    const { items } = await admin.client.api.listReceipts({ orderBy: 'created_at', sort: 'asc' });
    await failPdf(stage.system, admin.client, items[0]!.gid, 'Error: connect ECONNREFUSED');
  });
  await stage.record('listUnrenderedDocuments', '200 for an admin', { as: admin });
}

async function recordReceipts(stage: Stage): Promise<void> {
  const { admin, manager, user, colleague } = stage.people;
  const gid = await stage.unrecorded(async () =>
    receiptOf(user.client, await finishContest(user.client, admin.client, await findOffer(user.client))),
  );
  await stage.record('listReceipts', '200 for the owner of the project', { as: user });
  await stage.record('listReceipts', '200 for the manager', {
    as: manager,
    query: { query: ['organization.gid', '==', orgGid], orderBy: 'created_at' },
  });
  await stage.record('listReceipts', '200 for a colleague, none', { as: colleague });
  await stage.record('getReceipt', '200 for the owner of the project', { as: user, at: { gid } });
  await stage.record('getReceipt', '404 for a colleague', { as: colleague, at: { gid } });
  const body = { status: 'paid' };
  await stage.record('updateReceipt', '204 by an admin, and the project is paid', { as: admin, at: { gid }, body });
  await stage.record('updateReceipt', '400 for one that is paid', { as: admin, at: { gid }, body });
  await stage.record('getReceipt', '200 once it is paid', { as: user, at: { gid } });
}

/** This installation has no payment provider, so there is no page of one. */
async function recordPaymentProvider(stage: Stage): Promise<void> {
  const { manager, user } = stage.people;
  await stage.record('getPaymentProvider', '200 for a member', { as: user });
  const call = { at: { orgGid }, body: { return_url: 'https://orders.example/console/billing/payment' } };
  await stage.record('setUpPaymentSource', '400 without a payment provider', { as: manager, ...call });
}

async function recordPaymentSources(stage: Stage): Promise<void> {
  const { admin, manager, stranger } = stage.people;
  const at = { orgGid };
  await stage.record('getPaymentSource', '200 for the manager', { as: manager, at });
  await stage.record('getPaymentSource', '404 where there is none', { as: stranger, at: { orgGid: northlightStudio } });

  const body = { rid: 'cus_4471', reference: 'PO 4471', last_digits: '4242' };
  const write = (operationId: string, title: string, as: Call['as'], changes: object = body, where = at) =>
    stage.record(operationId, title, { as: as!, at: where, ...(operationId.startsWith('delete') ? {} : { body: changes }) });
  await write('createPaymentSource', '201 in place of another', manager);
  await write('createPaymentSource', '201 for an organization that had none', admin, { rid: 'cus_1' }, { orgGid: northlightStudio });
  await write('createPaymentSource', '400 for the number of a card', manager, { rid: '4242 4242 4242 4242' });
  await write('updatePaymentSource', '204 by the manager', manager, { reference: null });
  await write('updatePaymentSource', '400 for the number of a card', manager, { reference: '4242424242424242' });
  await write('deletePaymentSource', '204 by the manager', manager);
  await write('deletePaymentSource', '404 where there is none', manager);
}

/** This installation has no payment provider, so there is nobody whose events it takes. */
async function recordPaymentEvents(stage: Stage): Promise<void> {
  const call = { at: { provider: 'stripe' }, body: { id: 'evt_1', type: 'payment_intent.succeeded' } };
  await stage.record('receivePaymentEvent', '404 without a payment provider', call);
}
