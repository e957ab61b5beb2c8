import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@partner-ordering/kernel';
import { eventually, type ApiResponse } from '@partner-ordering/testing';
import { finishContest, orderOf } from '../orders.ts';
import { stop } from '../program.ts';
import { uploadPicture } from '../requests.ts';
import { seconds, stepsInto, type Fault, type Stage } from './fault.ts';
import { startLoad } from './load.ts';
import { settleLoad, unrenderedReceipts } from './settle.ts';

const AWAY_MS = 20_000;
const PAUSE_MS = 100;
const RENDERED_WITHIN_MS = 60_000;

/** Files are in a bucket from now on, and connections to it are refused. */
export const storageAway: Fault = {
  name: 'Storage away',
  promise: 'downloads are 503, orders without files go on, everything stays ready; a minute later every receipt has its PDF',
  instances: 1,
  async run(stage, isShort) {
    await stop(stage.processes.program('files'));
    await stage.processes.restart('files', stage.containers.storageVariables);
    await eventually(async () => (await readiness(stage, 'files')).status === 200);
    const downloads = await downloadsOf(stage);
    const load = startLoad(stage.customers, { lanes: 2, restMs: 50 });
    await eventually(() => load.orders.length > 0);
    await stage.containers.storage.cut();
    const brokenPromises: string[] = [];
    const attempt = stepsInto(brokenPromises);
    const endMs = performance.now() + (isShort ? AWAY_MS / 2 : AWAY_MS);
    const [refused, finished] = await Promise.all([
      look(endMs, { '503 with Retry-After': downloads }, brokenPromises),
      finishOrders(stage, endMs, brokenPromises),
      look(endMs, { '200': serviceNames.map((name) => () => readiness(stage, name)) }, brokenPromises),
    ]);
    if ((await unrenderedReceipts(stage)) === 0) brokenPromises.push('every receipt had its PDF: the storage was not away');
    await stage.containers.storage.restore();
    const restoredAt = performance.now();
    const outcome = await settleLoad(stage, load, RENDERED_WITHIN_MS);
    await attempt('PDFs', () =>
      eventually(async () => (await unrenderedReceipts(stage)) === 0, { timeoutMs: RENDERED_WITHIN_MS, intervalMs: PAUSE_MS }),
    );
    const renderedMs = performance.now() - restoredAt;
    await attempt('downloads afterwards', async () => {
      for (const send of downloads) if ((await send()).status !== 200) throw new Error('not 200');
    });
    const notes = [`${refused} downloads refused`, `${finished} orders finished in the meantime`, `all PDFs after ${seconds(renderedMs)}`];
    return { ...outcome, times: 1, notes: [...notes, ...outcome.notes], brokenPromises: [...brokenPromises, ...outcome.brokenPromises] };
  },
};

type Send = () => Promise<Pick<ApiResponse, 'status' | 'headers'>>;

/** An image, a small version of it, and an archive. */
async function downloadsOf({ customers: { user, uploader, offer } }: Stage): Promise<Send[]> {
  const picture = await uploadPicture({ signIn: () => Promise.resolve(uploader) });
  const project = await user.create('/v1/projects', orderOf(offer, { brief_files: [{ url: picture }] }));
  const downloads = [`/v1/img/${picture}`, `/v1/img/${picture}-thumb`, `${project}/archive`].map((path) => () => user.get(path));
  for (const send of downloads) await eventually(async () => (await send()).status === 200);
  return downloads;
}

/** Sends these in turn; answers how many were sent. Each other answer than the expected one is a broken promise. */
async function look(endMs: number, expected: Readonly<Record<string, readonly Send[]>>, brokenPromises: string[]): Promise<number> {
  let sent = 0;
  for (; performance.now() < endMs; await delay(PAUSE_MS))
    for (const [answer, sends] of Object.entries(expected))
      for (const [index, send] of sends.entries()) {
        const { status, headers } = await send();
        const shown = headers.has('retry-after') ? `${status} with Retry-After` : String(status);
        if (shown !== answer) brokenPromises.push(`the ${index + 1}. of ${sends.length} was answered ${shown}, not ${answer}`);
        sent++;
      }
  return sent;
}

/** Orders without files, from the order to the winner. */
async function finishOrders({ customers: { user, admin, offer } }: Stage, endMs: number, brokenPromises: string[]): Promise<number> {
  let finished = 0;
  for (; performance.now() < endMs; await delay(PAUSE_MS))
    await stepsInto(brokenPromises)('an order without files', async () => {
      await finishContest(user, admin, offer);
      finished++;
    });
  return finished;
}

const readiness = ({ processes }: Stage, name: (typeof serviceNames)[number]) => fetch(`${processes.urlOf(name)}/readyz`);
