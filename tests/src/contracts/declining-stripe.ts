import { startReceiver, type Receiver } from '@partner-ordering/testing';

/** Stands for Stripe, which declines the card of every customer. */
export async function startDecliningStripe(): Promise<Receiver> {
  const stripe = await startReceiver();
  stripe.answer = ({ method, url }, response) => {
    const [, id] = /^\/v1\/customers\/(\w+)/.exec(url!) ?? [];
    const customer = { id, object: 'customer', invoice_settings: { default_payment_method: 'pm_1' } };
    const list = { object: 'list', data: [], has_more: false, url: '/v1/list' };
    const declined = { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } };
    const answer = method === 'GET' ? (id ? customer : list) : declined;
    response.writeHead(answer === declined ? 402 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  };
  return stripe;
}
