import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A customer at Stripe whose card is declined; all others are charged as by a direct debit, which stays undecided. */
export const DECLINED_CUSTOMER = 'cus_declined';

/** What stands for Stripe: as much of it as is needed so that a charge can fail. */
export interface DecliningStripe {
  /** What billing takes for it. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function startDecliningStripe(): Promise<DecliningStripe> {
  let made = 0;
  const answerTo = (line: string, form: URLSearchParams): [status: number, body: object] => {
    const [, customer] = /^GET \/v1\/customers\/(\w+)/.exec(line) ?? [];
    if (customer !== undefined) return [200, { id: customer, object: 'customer', invoice_settings: { default_payment_method: 'pm_1' } }];
    if (line.startsWith('GET')) return [200, { object: 'list', data: [], has_more: false, url: '/v1/list' }];
    if (form.get('customer') === DECLINED_CUSTOMER)
      return [402, { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } }];
    const [id, amount, currency] = [`pi_${++made}`, Number(form.get('amount')), form.get('currency')];
    return [200, { id, object: 'payment_intent', status: 'processing', amount, amount_received: 0, currency, metadata: {}, latest_charge: null }];
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => void (body += chunk));
    request.on('end', () => {
      const [status, answer] = answerTo(`${request.method} ${request.url}`, new URLSearchParams(body));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    variables: {
      ...{ PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      STRIPE_API_URL: `http://127.0.0.1:${port}/`,
    },
    close: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}
