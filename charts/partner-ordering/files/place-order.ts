/**
 * The program of `helm test`: an order from the price to the PDF of its receipt, through the gateway alone. Its organization is marked
 * `test`, so that nothing is charged. With `WEBHOOK_ORIGIN`, `http://host:port` of its pod, it also checks a webhook. It prints a line for
 * each step. When a step fails, it prints the answer and ends with exit code 1.
 */
import { argv, env, exit, stdout } from 'node:process';
import { Admin, fetchFromGateway, orderOf, pause, STEP_LIMIT_MS } from './admin.ts';
import { receiveWebhook } from './receive-webhook.ts';

async function placeOrder(admin: Admin, cleanup: AsyncDisposableStack, say: (text: string) => void): Promise<void> {
  await admin.signIn();
  say('a token');
  const offer = await admin.offer();
  const { WEBHOOK_ORIGIN } = env;
  const webhook = WEBHOOK_ORIGIN ? await receiveWebhook(admin, offer.organization, new URL(WEBHOOK_ORIGIN), cleanup) : undefined;
  if (webhook) say('a webhook, which a check has reached');
  const query = `product.gid=${offer.product}&organization.gid=${offer.organization}&options.mode=multi&options.due=5`;
  const { body: price } = await admin.expect(200, 'GET', `/v1/prices/for?${query}`);
  say(`the price: ${price.amount} ${price.currency}`);
  const project = await admin.create('/v1/projects', orderOf(offer, { price: { amount: price.amount }, state: 'published' }));
  say(`the order ${project}`);
  await webhook?.waitForEvent('project.published', project);
  if (webhook) say('the event project.published, signed');
  const worker = await admin.create('/v1/workers', { service_id: `helm test ${project}`, firstname: 'Helm', lastname: 'Test' });
  const work = await admin.create('/v1/works', { project: { gid: project }, worker: { gid: worker }, description: 'A work' });
  await admin.expect(204, 'PUT', `/v1/projects/${project}`, { winner: { gid: work } });
  say('its winner');
  const pdf = await receiptOf(admin, project);
  if (pdf.subarray(0, 5).toString() !== '%PDF-') throw new Error(`the receipt is no PDF: ${pdf.subarray(0, 200).toString()}`);
  say(`the receipt, a PDF of ${pdf.length} bytes`);
}

/** The bytes of a project's receipt, as soon as it is there. */
async function receiptOf(admin: Admin, project: string): Promise<Buffer> {
  const end = performance.now() + STEP_LIMIT_MS;
  for (;;) {
    const { body } = await admin.expect(200, 'GET', `/v1/projects/${project}`);
    if (body.receipt_file) {
      const { body: signed } = await admin.expect(200, 'GET', `/v1/files/${encodeURIComponent(body.receipt_file.url)}`);
      const { pathname, search } = new URL(signed.url);
      // In a folder files are read through the gateway; a bucket is outside.
      const answer = pathname.startsWith('/v1/')
        ? await fetchFromGateway(new URL(pathname + search, admin.gateway))
        : await fetch(signed.url);
      return Buffer.from(await answer.arrayBuffer());
    }
    if (performance.now() > end) throw new Error(`the receipt of ${project}: not within ${STEP_LIMIT_MS / 1000} s`);
    await pause();
  }
}

if (import.meta.main) {
  // Node is the first process of its container: without this it would live on until it is killed, and its webhook would stay.
  const { promise: ended, reject } = Promise.withResolvers<never>();
  process.once('SIGTERM', () => reject(new Error('Ended by SIGTERM')));
  const [gateway = 'http://127.0.0.1:8080'] = argv.slice(2);
  try {
    await using cleanup = new AsyncDisposableStack();
    const say = (text: string): void => void stdout.write(`${(performance.now() / 1000).toFixed(1)} s  ${text}\n`);
    await Promise.race([placeOrder(new Admin(gateway), cleanup, say), ended]);
  } catch (error) {
    const cause: unknown = error instanceof SuppressedError ? error.suppressed : error;
    stdout.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    exit(1);
  }
}
