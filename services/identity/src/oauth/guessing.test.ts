import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inPasswordQueue } from '../domain/password-queue.ts';
import { sharedOAuth } from '../fixtures/oauth.ts';

const oauth = await sharedOAuth();

describe('guessing passwords', () => {
  const password = 'demo-password';
  const wrongPassword = 'wrong-password';
  const backend = '198.51.100.1';
  /** The addresses that the gateway passes on for a request that a backend sends for this end user. */
  const addressesOf = (endUser: string) => `${endUser}, ${backend}`;
  const homeAddress = addressesOf('203.0.113.1');
  const otherAddress = addressesOf('203.0.113.66');

  type TryPassword = Awaited<ReturnType<typeof oauth.partner>>['tryPassword'];
  const statuses = async (count: number, one: (index: number) => ReturnType<TryPassword>) => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) found.push((await one(index)).status);
    return found;
  };
  const all = (count: number, status: number) => Array<number>(count).fill(status);
  const noDelay = () => assert.deepEqual(oauth.delaysMs(), []);

  describe('at the address of an end user', () => {
    test('an attempt after five wrong passwords waits for 3 s, doubled up to 60 s: 24 guesses in 15 minutes', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      for (const username of [user.email, `nobody-${user.email}`]) {
        oauth.delaysMs();
        const checkedAtS: number[] = [];
        let nowS = 0;
        while (nowS < 900) {
          const { status, body, headers } = await tryPassword(username, wrongPassword, { at: otherAddress });
          if (status === 400) checkedAtS.push((nowS += (oauth.delaysMs()[0] ?? 0) / 1000));
          else {
            assert.deepEqual([status, body.error], [429, 'slow_down']);
            nowS += Number(headers['Retry-After']);
            await oauth.passMs(Number(headers['Retry-After']) * 1000);
          }
        }
        // A request ends after 6 s, and its slot is free after the whole wait.
        assert.deepEqual(checkedAtS.slice(0, 12), [...all(5, 0), 3, 9, 15, 27, 51, 99, 159]);
        assert.equal(checkedAtS.filter((at) => at <= 900).length, 24);
      }
      await oauth.passMs(60_000);
      assert.equal((await tryPassword(user.email, password, { at: otherAddress })).status, 200);
      assert.deepEqual(await statuses(5, () => tryPassword(user.email, wrongPassword, { at: otherAddress })), all(5, 400));
    });

    test('429 while an attempt for the account waits at the address, at any instance; the owner gets 200 elsewhere', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      await statuses(5, () => tryPassword(user.email, wrongPassword, { at: homeAddress }));
      oauth.whileDelayed(async () => {
        for (const instance of [oauth.server, oauth.anotherInstance()]) {
          const { status, headers } = await tryPassword(user.email, password, { at: homeAddress, of: instance });
          assert.deepEqual([status, headers['Retry-After']], [429, '3']);
        }
        assert.equal((await tryPassword(user.email, password, { at: otherAddress })).status, 200);
      });
      oauth.delaysMs();
      assert.equal((await tryPassword(user.email, password, { at: homeAddress })).status, 200);
      assert.deepEqual(oauth.delaysMs(), [3_000], 'what is refused does not count');
      assert.equal((await tryPassword(user.email, password, { at: homeAddress })).status, 200);
      noDelay();
    });

    test('many guesses at once get the free attempts and one that waits, whichever instance is asked', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const instances = [oauth.server, oauth.anotherInstance()];
      const others = Promise.withResolvers<void>();
      const answers: number[] = [];
      oauth.whileDelayed(() => others.promise);
      const guess = async (index: number) => {
        const { status } = await tryPassword(user.email, `${wrongPassword}-${index}`, { at: otherAddress, of: instances[index % 2]! });
        if (answers.push(status) === 39) others.resolve();
      };
      await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index)));
      assert.equal(answers.filter((status) => status === 400).length, 6);
    });

    test('an account counts as one in all spellings that the look-up finds', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const name = `dimitri-${user.email}`;
      await oauth.database.query({ text: 'update "user" set email = $1 where gid = $2', values: [name, user.gid] });
      const spellings = [name, name.toUpperCase(), ` ${name} `, name.replaceAll('i', '\u0130'), name.replace('d', '\uFF24')];
      const found = new Set<string>();
      for (const spelling of spellings)
        if ((await tryPassword(spelling, password, { at: homeAddress })).status === 200) found.add(spelling);
      assert.ok(found.size >= 3, [...found].join());
      await statuses(5, () => tryPassword(name, wrongPassword, { at: otherAddress }));
      const isBeyond = async (spelling: string) => {
        oauth.delaysMs();
        const { status } = await tryPassword(spelling, wrongPassword, { at: otherAddress });
        assert.ok(status === 429 || oauth.delaysMs().length === 1, spelling);
      };
      for (const spelling of found) await isBeyond(spelling);
      await statuses(5, () => tryPassword(`nobody-${name}`, wrongPassword, { at: otherAddress }));
      for (const spelling of found) if (spelling !== ` ${name} `) await isBeyond(`nobody-${spelling}`);
    });

    test('after fifty failures of an account, attempts wait where it has failed; 200 at once for its owner elsewhere', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const guess = (index: number) => tryPassword(user.email, wrongPassword, { at: addressesOf(`203.0.113.${100 + index}`) });
      for (let round = 0; round < 5; round += 1) assert.deepEqual(await statuses(10, guess), all(10, 400));
      oauth.delaysMs();
      assert.equal((await guess(20)).status, 400);
      noDelay();
      assert.equal((await guess(20)).status, 400);
      assert.deepEqual(oauth.delaysMs(), [6_000], 'a new address has one guess');
      assert.equal((await tryPassword(user.email, password, { at: homeAddress })).status, 200);
      noDelay();
    });

    test('200 at once after one wrong password, whatever a single other address has tried', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      await statuses(51, () => tryPassword(user.email, wrongPassword, { at: otherAddress }));
      oauth.delaysMs();
      assert.equal((await tryPassword(user.email, wrongPassword, { at: homeAddress })).status, 400);
      assert.equal((await tryPassword(user.email, password, { at: homeAddress })).status, 200);
      noDelay();
    });

    test('200 at once for a colleague after thirty failures at an address; accounts that failed there wait', async () => {
      const { user, addUser, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const colleague = await addUser();
      oauth.delaysMs();
      assert.deepEqual(
        await statuses(30, (index) => tryPassword(`${index}-${user.email}`, wrongPassword, { at: homeAddress })),
        all(30, 400),
      );
      assert.equal((await tryPassword(colleague.email, password, { at: homeAddress })).status, 200);
      noDelay();
      for (const username of [user.email, `nobody-${user.email}`]) {
        assert.deepEqual(await statuses(2, () => tryPassword(username, wrongPassword, { at: homeAddress })), [400, 400]);
        assert.deepEqual(oauth.delaysMs(), [6_000]);
      }
      assert.equal((await tryPassword(user.email, password, { at: otherAddress })).status, 200);
      noDelay();
    });

    test('eight attempts wait at an address, the next get 429; 200 for a colleague, until 60 accounts a minute', async () => {
      const { user, addUser, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const [colleague, late] = [await addUser(), await addUser()];
      const guess = (name: string) => tryPassword(`${name}-${user.email}`, wrongPassword, { at: homeAddress });
      const setNew = (count: number) =>
        oauth.database.query({ text: `update rate_limit set points = $1 where starts_with(key, 'new_account:')`, values: [count] });
      await statuses(30, (index) => guess(`${index}`));
      oauth.delaysMs();
      const waiting: number[] = [];
      /** Each begins while the one before waits. */
      async function fillQueue(count: number, work: () => Promise<unknown>): Promise<void> {
        if (count === 0) return void (await work());
        oauth.whileDelayed(() => fillQueue(count - 1, work));
        waiting.push((await guess(`${count}`)).status);
      }
      await fillQueue(8, async () => {
        assert.equal(oauth.delaysMs().length, 8);
        assert.deepEqual(await statuses(2, () => guess('more')), [400, 429]);
        await setNew(59);
        assert.deepEqual(
          await statuses(2, () => tryPassword(colleague.email, password, { at: homeAddress })),
          [200, 200],
          'right ones do not count',
        );
        await setNew(60);
        const { status, headers } = await tryPassword(late.email, password, { at: homeAddress });
        assert.deepEqual([status, headers['Retry-After']], [429, '6'], 'the 61st waits like others');
        noDelay();
      });
      assert.deepEqual(waiting, all(8, 400));
      assert.equal((await tryPassword(late.email, password, { at: homeAddress })).status, 200);
      assert.deepEqual(oauth.delaysMs(), [3_000]);
    });

    test('the right password of one account makes no room for guesses at others', async () => {
      const { user, addUser, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const guesser = await addUser();
      const signIn = () => tryPassword(guesser.email, password, { at: homeAddress });
      assert.deepEqual(new Set((await Promise.all(Array.from({ length: 5 }, signIn))).map(({ status }) => status)), new Set([200]));
      oauth.delaysMs();
      await statuses(29, (index) => tryPassword(`${index}-${user.email}`, wrongPassword, { at: homeAddress }));
      assert.equal((await signIn()).status, 200);
      await tryPassword(`more-${user.email}`, wrongPassword, { at: homeAddress });
      noDelay();
      await tryPassword(`more-${user.email}`, wrongPassword, { at: homeAddress });
      assert.deepEqual(oauth.delaysMs(), [6_000]);
    });

    test('a right password leaves no count behind, even if the window ends while it waits', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const text = `select key from rate_limit where key like $1 and not starts_with(key, 'lock:')`;
      for (const failures of [0, 5]) {
        await statuses(failures, () => tryPassword(user.email, wrongPassword, { at: homeAddress }));
        oauth.whileDelayed(() => oauth.passMs(900_000));
        assert.equal((await tryPassword(user.email, password, { at: homeAddress })).status, 200);
        assert.deepEqual(await oauth.database.query({ text, values: [`%${user.gid}%`] }), []);
      }
    });

    test('429 if the password queue is full after a wait; the next attempt does not wait out the minute', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      await statuses(7, () => tryPassword(user.email, wrongPassword, { at: homeAddress }));
      oauth.delaysMs();
      const gate = Promise.withResolvers<void>();
      oauth.whileDelayed(async () => {
        for (let index = 0; index < 140; index += 1) inPasswordQueue(`${index}`, () => gate.promise).catch(() => undefined);
      });
      assert.equal((await tryPassword(user.email, password, { at: homeAddress })).status, 429);
      gate.resolve();
      assert.equal((await tryPassword(user.email, password, { at: homeAddress })).status, 200);
      assert.deepEqual(oauth.delaysMs(), [6_000, 6_000]);
    });

    test('guesses through one application close the account in no other', async () => {
      const { user, tryPassword, addSibling } = await oauth.partner({ passesOnAddresses: true });
      const sibling = await addSibling();
      oauth.delaysMs();
      await statuses(6, () => tryPassword(user.email, wrongPassword, { at: homeAddress }));
      assert.deepEqual(oauth.delaysMs(), [3_000]);
      assert.equal((await tryPassword(user.email, password, { at: homeAddress, client: sibling })).status, 200);
      noDelay();
    });

    test('an address that an application passes on is believed only if configured, and only if it is valid', async () => {
      for (const [passesOnAddresses, pairs] of [
        [false, [[addressesOf('203.0.113.1'), addressesOf('203.0.113.2')]]],
        [
          true,
          [
            [backend, `unknown, ${backend}`],
            [addressesOf('2001:db8::1'), addressesOf('2001:db8::2')],
            [`1.1.1.1, ${homeAddress}`, homeAddress],
          ],
        ],
      ] as const)
        for (const [first, second] of pairs) {
          const { user, tryPassword } = await oauth.partner({ passesOnAddresses });
          await statuses(5, () => tryPassword(user.email, wrongPassword, { at: first }));
          oauth.delaysMs();
          await tryPassword(user.email, wrongPassword, { at: second });
          assert.equal(oauth.delaysMs().length, 1, `${first} and ${second} are one source`);
        }
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      await statuses(5, () => tryPassword(user.email, wrongPassword, { at: otherAddress }));
      oauth.delaysMs();
      assert.equal((await tryPassword(user.email, wrongPassword, { at: homeAddress })).status, 400);
      assert.deepEqual(oauth.delaysMs(), [], 'two end users of one backend are two sources');
    });
  });

  describe('at an address that people share', () => {
    test('attempts at a shared address are delayed by 3 s each after five guesses; the owner signs in among them', async () => {
      const { user, tryPassword } = await oauth.partner();
      for (const username of [user.email, `nobody-${user.email}`]) {
        oauth.delaysMs();
        assert.deepEqual(await statuses(8, () => tryPassword(username, wrongPassword, { at: backend })), all(8, 400));
        assert.deepEqual(oauth.delaysMs(), all(3, 3_000));
      }
      assert.equal((await tryPassword(user.email, password, { at: backend })).status, 200);
      assert.deepEqual(oauth.delaysMs(), [3_000]);
      assert.equal((await tryPassword(user.email, password, { at: backend })).status, 200);
      assert.deepEqual(oauth.delaysMs(), [], 'the right password ends the count');
    });

    test('200 for everybody else at once, whatever fails at the address', async () => {
      const { user, addUser, tryPassword } = await oauth.partner();
      const colleague = await addUser();
      assert.deepEqual(await statuses(35, (index) => tryPassword(`${index}-${user.email}`, wrongPassword, { at: backend })), all(35, 400));
      assert.equal((await tryPassword(colleague.email, password, { at: backend })).status, 200);
      assert.deepEqual(oauth.delaysMs(), []);
    });
  });
});
