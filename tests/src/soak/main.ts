import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import {
  attacks,
  endChildrenWithUs,
  honestRequests,
  startProduct,
  startWorker,
  watchMemory,
  type AttackOrder,
  type AttackResult,
  type HonestOrder,
  type HonestResult,
} from '@partner-ordering/bench';
import { gidOf } from '@partner-ordering/testing';
import { openBooks, standaloneDatabases, type Books } from '../consistency.ts';
import { startLoad, type Load } from '../faults/load.ts';
import { settle } from '../faults/settle.ts';
import { findOffer } from '../orders.ts';
import { demoGids, signingIn } from '../test-system.ts';
import { isFlat, minuteText, type Minute } from './report.ts';

// `npm run soak`: honest load on `npm start`, with all attacks of `npm run bench:hostile` in each minute; see docs/performance.md.

const minutes = Number(process.env['SOAK_MINUTES'] ?? 30);
if (!(minutes > 0)) throw new Error('SOAK_MINUTES must be a number greater than 0');
const MINUTE_MS = 60_000;
/** Enough time in a minute to get ready what is used up. */
const ATTACK_SECONDS = 2;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

endChildrenWithUs();
await using started = new AsyncDisposableStack();
const product = await startProduct();
started.defer(() => product.stop());
const url = `http://127.0.0.1:${product.port}`;
const memory = watchMemory(product.pid);
started.defer(() => memory.stop());
const attacker = startWorker<AttackOrder, AttackResult>('attacker.ts');
started.defer(() => attacker.stop());
const honest = startWorker<HonestOrder, HonestResult>('honest.ts');
started.defer(() => honest.stop());
const books = openBooks(standaloneDatabases(product.dataDir));
started.defer(() => books.close());

const requests = await honestRequests(url);
const load = await placeOrders();
const found: Minute[] = [];
for (let minute = 1; minute <= minutes; minute += 1) {
  found.push(await soak());
  say(`minute ${minute}: ${minuteText(found.at(-1)!)}`);
}
await load.stop();
const broken = await check(books, load);
const failures = [...found.flatMap((minute) => minute.failures), ...load.refused];
if (failures.length > 0) broken.push(`${failures.length} honest requests failed, the first: ${failures.slice(0, 5).join('; ')}`);
if (!isFlat(found)) broken.push('memory has grown by more than 10 % since the fifth minute');
say(`${load.orders.length} orders, ${found.reduce((sum, one) => sum + one.answered, 0)} other honest requests`);
say(broken.length === 0 ? 'held' : `DID NOT HOLD: ${broken.join('\n  ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;

/** Orders from their pictures to their receipts, placed and finished by one customer. */
async function placeOrders(): Promise<Load> {
  const { signIn } = signingIn(url);
  const [user, uploader, admin] = [
    await signIn('user@example.com'),
    await signIn('user@example.com', 'base upload_files'),
    await signIn('admin@example.com'),
  ];
  const person = { service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' };
  const worker = { gid: gidOf(await admin.create('/v1/workers', person)) };
  return startLoad({ user, uploader, admin, worker, offer: await findOffer(user) }, { lanes: 2, restMs: 500 });
}

/** One minute: the honest clients throughout, the attacks one after another. */
async function soak(): Promise<Minute> {
  const end = delay(MINUTE_MS);
  const [{ failures, times }] = await Promise.all([
    honest.run({ port: product.port, seconds: MINUTE_MS / 1000, requests }),
    attackAll(),
    end,
  ]);
  return { failures, answered: times.request.length + times['sign-in'].length, peaks: memory.peaks() };
}

async function attackAll(): Promise<void> {
  for (const { name } of attacks) {
    await attacker.run({ prepare: name, url, seconds: ATTACK_SECONDS });
    await attacker.run({ port: product.port, seconds: ATTACK_SECONDS });
  }
}

/** What is wrong with the books, as after each fault. */
async function check(of: Books, { orders }: Load): Promise<string[]> {
  try {
    await settle({ books: of }, MINUTE_MS);
    const booked = `select coalesce(sum(amount_minor), 0)::int as sum from budget_booking where user_gid = $1 and released_at is null and month = to_char(now() at time zone 'UTC', 'YYYY-MM')`;
    const [{ sum } = { sum: NaN }] = await of.rows<{ sum: number }>('ordering', booked, [demoGids.users.user]);
    const user = await signingIn(url).signIn('user@example.com');
    assert.deepEqual((await user.get('/v1/me/member_of')).body.items[0].monthly_spent, { amount: sum / 100, currency: 'EUR' });
    const kept = await of.rows('ordering', `select from project where gid = any($1) and status in ('finished', 'paid')`, [
      orders.map(({ gid }) => gid),
    ]);
    assert.equal(kept.length, orders.length, 'acknowledged orders');
    return [];
  } catch (error) {
    return [`books: ${(error as Error).message.slice(0, 1000)}`];
  }
}
