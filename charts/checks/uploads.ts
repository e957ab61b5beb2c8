/**
 * Uploads files while pods stop. Prints `started` once all uploads run, then a JSON line. Short uploads last some seconds, long ones longer
 * than a stopping pod waits for requests. A short upload must be answered 201. A long one may be interrupted; it is then repeated with
 * another form, which must be answered 201. Usage: `node charts/checks/uploads.ts <gateway>`, with the credentials of the first admin as
 * admin.ts reads them.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { argv, exit, stdout } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Admin } from '../partner-ordering/files/admin.ts';

const AT_ONCE = 4;
const SHORT_MS = 8_000;
const LONG_MS = 40_000;
const PAUSE_MS = 500;
// More than the gateway reads before it forwards a body.
const BYTES = 1_000_000;

const [gateway = ''] = argv.slice(2);
const admin = new Admin(gateway);
await admin.signIn('base upload_files');

/** Sends a file at a steady rate for `durationMs`. Returns the status, or undefined if the connection broke. */
async function upload(durationMs: number): Promise<number | undefined> {
  const { body: form } = await admin.expect(200, 'GET', '/v1/upload_form');
  const boundary = crypto.randomUUID();
  const field = (name: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fields = Object.entries(form.fields as Record<string, string>).map(([name, value]) => field(name, value));
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="${form.file_field}"; filename="notes.txt"\r\nContent-Type: text/plain\r\n\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  const head = fields.join('') + file;
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': Buffer.byteLength(head) + BYTES + end.length,
  };
  const { pathname, search } = new URL(form.action as string, gateway);
  const sending = request(new URL(pathname + search, gateway), { method: 'POST', headers });
  const answer = once(sending, 'response').then(
    ([response]) => (response.resume(), response.statusCode as number),
    () => undefined,
  );
  sending.write(head);
  const steps = durationMs / PAUSE_MS;
  for (let step = 0; step < steps && !sending.destroyed; step += 1) {
    sending.write('x'.repeat(BYTES / steps));
    await sleep(PAUSE_MS);
  }
  sending.end(end);
  return answer;
}

const runs = [SHORT_MS, LONG_MS].map((durationMs) => Promise.all(Array.from({ length: AT_ONCE }, () => upload(durationMs))));
await sleep(2 * PAUSE_MS);
stdout.write('started\n');
const [short = [], long = []] = await Promise.all(runs);
const isCut = (status: number | undefined): boolean => status !== 201;
const repeated = await Promise.all(long.filter(isCut).map(() => upload(PAUSE_MS)));
stdout.write(`${JSON.stringify({ short, long, repeated })}\n`);
exit([...short, ...repeated].some(isCut) ? 1 : 0);
