import { manageOrganization } from '@partner-ordering/commerce';
import { ok } from '@partner-ordering/http';
import { formatTime, invalid } from '@partner-ordering/kernel';
import { readState } from '@partner-ordering/messaging';
import type { OrganizationState } from '../../generated/events.ts';
import type { Operations } from '../../generated/operations.ts';
import { PaymentSetup } from '../domain/payer/payment-setup.ts';
import { anyOwnSource, isOwnSource, PaymentSource } from '../domain/payer/payment-source.ts';
import { latestCurrency } from '../domain/receipt.ts';
import { faults } from '../faults.ts';

const MAX_OPEN_PAGES = 10;

export const setUpPaymentSource: Operations['setUpPaymentSource'] = async (context) => {
  const { path, body, now, principal, tx, provider, issuer, askOutside, addJob } = context;
  const { orgGid } = path;
  await manageOrganization({ queryable: tx, principal }, orgGid, 'create', 'setup');
  const { api } = provider;
  if (!api) throw invalid(faults.no_setup_page('payment_provider'));
  const returnUrl = requireOwnAddress('return_url', body.return_url, issuer);
  const cancelUrl = body.cancel_url === undefined ? returnUrl : requireOwnAddress('cancel_url', body.cancel_url, issuer);
  if ((await tx.em.count(PaymentSetup, { organizationGid: orgGid })) >= MAX_OPEN_PAGES)
    throw invalid(faults.too_many_setup_pages('payment_source', { max: MAX_OPEN_PAGES }));
  const replaces = (await tx.em.findOne(PaymentSource, { organizationGid: orgGid }))?.rid ?? null;
  const ownSource = replaces !== null && (await isOwnSource(tx, replaces, orgGid)) ? replaces : await anyOwnSource(tx, orgGid);
  const organization = (await readState(tx, 'organization', orgGid))!.state as OrganizationState;
  const currency = await latestCurrency(tx, orgGid);
  const expiresAt = PaymentSetup.closingTime(now);
  const order = { organization, source: ownSource, currency, returnUrl, cancelUrl, expiresAt };
  // A page is for the source that is there when it is remembered.
  const { rid, url, source } = askOutside(`setup after ${replaces}`, () => api.openSetup(order));
  await isOwnSource(tx, source, orgGid);
  tx.em.persist(PaymentSetup.of({ rid, organizationGid: orgGid, userGid: principal.user, source, replaces, createdAt: now }));
  // Covers a page whose event is lost.
  addJob({ name: 'read_setup', key: rid, data: { setup: rid }, runAt: new Date(expiresAt.getTime() + 60_000) });
  return ok({ url, expires_at: formatTime(expiresAt) });
};

/** An address of this installation, as a browser reads it: to any other one our link would lead people astray. 400 names the field. */
function requireOwnAddress(path: string, text: string, issuer: string): string {
  const { origin } = new URL(issuer);
  if (!URL.canParse(text) || new URL(text).origin !== origin) throw invalid(faults.wrong_origin(path, { url: `${origin}/` }));
  return new URL(text).href;
}
