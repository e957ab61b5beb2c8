import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setUpOAuth } from '../fixtures/oauth.ts';
import type { OAuthSetUp } from '../fixtures/oauth.ts';

describe('guessing passwords', () => {
  let oauth: OAuthSetUp;
  before(async () => {
    oauth = await setUpOAuth();
  });
  after(() => oauth.close());

  const password = 'demo-password';
  const wrong = 'wrong-password';
  const backend = '198.51.100.1';
  /** What the gateway says of a request that a backend sends for this end user. */
  const behind = (endUser: string) => `${endUser}, ${backend}`;
  const home = behind('203.0.113.1');
  const elsewhere = behind('203.0.113.66');

  type Tries = Awaited<ReturnType<OAuthSetUp['partner']>>['tryPassword'];
  const statuses = async (count: number, one: (index: number) => ReturnType<Tries>) => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) found.push((await one(index)).status);
    return found;
  };

  describe('guessing the password of an account', () => {
    test('429 with Retry-After after five wrong passwords, also for the right one and for accounts that do not exist', async () => {
      const { user, tryPassword, advanceMs } = await oauth.partner({ passesOnAddresses: true });
      const attempt = (username: string, text: string) => tryPassword(username, text, { at: elsewhere });
      for (const username of [user.email, `nobody-${user.email}`]) {
        assert.deepEqual(await statuses(5, () => attempt(username, wrong)), [400, 400, 400, 400, 400]);
        const closed = await attempt(username, password);
        assert.deepEqual([closed.status, closed.body.error, closed.headers['Retry-After']], [429, 'slow_down', '1']);
        advanceMs(1_000);
        assert.equal((await attempt(username, wrong)).status, 400);
        assert.equal((await attempt(username, password)).headers['Retry-After'], '2');
      }
      advanceMs(2_000);
      assert.equal((await attempt(user.email, password)).status, 200);
      assert.deepEqual(await statuses(5, () => attempt(user.email, wrong)), [400, 400, 400, 400, 400]);
    });

    test('many guesses at once learn no more than the free ones, whichever instance is asked', async () => {
      for (const passesOnAddresses of [true, false]) {
        const { user, tryPassword } = await oauth.partner({ passesOnAddresses });
        const instances = [oauth.server, oauth.anotherInstance()];
        const startMs = oauth.clock().getTime();
        const guess = (index: number) => tryPassword(user.email, `${wrong}-${index}`, { at: elsewhere, of: instances[index % 2]! });
        const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index)));
        const learned = answers.filter(({ status }) => status === 400).length;
        // While guesses are held back the clock goes on: after 1, 2 and 4 s there is one more, then one in 8 s.
        const laterOnes = passesOnAddresses ? 0 : 4 + (oauth.clock().getTime() - startMs) / 8_000;
        assert.ok(learned >= 5 && learned <= 5 + laterOnes, `${learned} answers`);
      }
    });

    test('an account is the same in all spellings that the look-up finds', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const name = `dimitri-${user.email}`;
      await oauth.database.query({ text: 'update "user" set email = $1 where gid = $2', values: [name, user.gid] });
      const spellings = [name, name.toUpperCase(), ` ${name} `, name.replaceAll('i', '\u0130'), name.replace('d', '\uFF24')];
      const found = new Set<string>();
      for (const spelling of spellings) if ((await tryPassword(spelling, password, { at: home })).status === 200) found.add(spelling);
      assert.ok(found.size >= 3, [...found].join());
      await statuses(5, () => tryPassword(name, wrong, { at: elsewhere }));
      for (const spelling of found) assert.equal((await tryPassword(spelling, password, { at: elsewhere })).status, 429, spelling);
      const nobody = (name_: string) => tryPassword(`nobody-${name_}`, wrong, { at: elsewhere });
      await statuses(5, () => nobody(name));
      for (const spelling of found) if (spelling !== ` ${name} `) assert.equal((await nobody(spelling)).status, 429, `nobody-${spelling}`);
    });

    test('200 for the owner at the usual place, however long others guess elsewhere', async () => {
      const { user, tryPassword, advanceMs } = await oauth.partner({ passesOnAddresses: true });
      const owner = () => tryPassword(user.email, password, { at: home });
      assert.equal((await owner()).status, 200);
      for (let minute = 0; minute < 8; minute += 1) {
        await statuses(9, () => tryPassword(user.email, wrong, { at: behind(`203.0.113.${100 + minute}`) }));
        assert.equal((await owner()).status, 200, `minute ${minute}`);
        advanceMs(60_000);
      }
      await tryPassword(user.email, wrong, { at: behind('203.0.113.199') });
      const answer = await tryPassword(user.email, password, { at: behind('203.0.113.200') });
      assert.deepEqual([answer.status, answer.body.error], [429, 'slow_down'], 'but not at a place that is not usual');
    });

    test('429 at further places once an account fails at five, and one that does not exist looks the same', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      assert.equal((await tryPassword(user.email, password, { at: home })).status, 200);
      const guesses = (username: string) =>
        statuses(8, (index) => tryPassword(username, wrong, { at: behind(`203.0.113.${100 + index}`) }));
      const known = await guesses(user.email);
      assert.deepEqual(known, [400, 400, 400, 400, 400, 429, 429, 429]);
      assert.deepEqual(await guesses(`nobody-${user.email}`), known);
    });

    test('the guesses through one application close the account in no other', async () => {
      const { user, tryPassword, addSibling } = await oauth.partner({ passesOnAddresses: true });
      const sibling = await addSibling();
      assert.equal((await statuses(6, () => tryPassword(user.email, wrong, { at: home }))).at(-1), 429);
      assert.equal((await tryPassword(user.email, password, { at: home, client: sibling })).status, 200);
    });

    test('the address that an application passes on is believed only where it is set up so, and only if it is one', async () => {
      for (const [passesOnAddresses, pairs] of [
        [false, [[behind('203.0.113.1'), behind('203.0.113.2')]]],
        [true, [[backend, `unknown, ${backend}`], [behind('2001:db8::1'), behind('2001:db8::2')], [`1.1.1.1, ${home}`, home]]], // prettier-ignore
      ] as const)
        for (const [first, second] of pairs) {
          const { user, tryPassword } = await oauth.partner({ passesOnAddresses });
          await statuses(5, () => tryPassword(user.email, wrong, { at: first }));
          oauth.heldBackMs();
          const { status } = await tryPassword(user.email, wrong, { at: second });
          assert.ok(status === 429 || oauth.heldBackMs().length === 1, `${first} and ${second} are one place`);
        }
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      await statuses(5, () => tryPassword(user.email, wrong, { at: elsewhere }));
      assert.equal((await tryPassword(user.email, wrong, { at: home })).status, 400, 'two end users of one backend are two places');
    });
  });

  describe('people who share an address', () => {
    test('guesses are held back for at most eight seconds, and the owner signs in among them', async () => {
      const { user, tryPassword, advanceMs } = await oauth.partner();
      oauth.heldBackMs();
      for (let round = 0; round < 12; round += 1) assert.equal((await tryPassword(user.email, wrong, { at: backend })).status, 400);
      assert.deepEqual(oauth.heldBackMs(), [1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]);
      assert.equal((await tryPassword(user.email, password, { at: backend })).status, 200);
      assert.deepEqual(oauth.heldBackMs(), [8_000]);
      advanceMs(60_000);
      for (let round = 0; round < 20; round += 1) {
        await tryPassword(user.email, wrong, { at: backend });
        advanceMs(60_000);
      }
      oauth.heldBackMs();
      assert.equal((await tryPassword(user.email, password, { at: backend })).status, 200);
      assert.deepEqual(oauth.heldBackMs(), [], 'slow guessing does not even delay the owner');
    });

    test('an account that does not exist is held back as one that does', async () => {
      const { user, tryPassword } = await oauth.partner();
      assert.equal((await tryPassword(user.email, password, { at: backend })).status, 200);
      const guesses = async (username: string) => {
        oauth.heldBackMs();
        return [await statuses(9, () => tryPassword(username, wrong, { at: backend })), oauth.heldBackMs()];
      };
      assert.deepEqual(await guesses(user.email), await guesses(`nobody-${user.email}`));
    });

    test('200 for everybody else, whatever fails at the address', async () => {
      const { user, addUser, tryPassword } = await oauth.partner();
      const colleague = await addUser();
      assert.equal((await tryPassword(colleague.email, password, { at: backend })).status, 200);
      assert.deepEqual(await statuses(40, (index) => tryPassword(`${index}-${user.email}`, wrong, { at: backend })), Array(40).fill(400));
      await oauth.database.query({
        text: `insert into sign_in_failure (account, place, failures, failed_at, next_at) select n, place, 1, failed_at, failed_at from generate_series(1, 1000) n,
        (select place, failed_at from sign_in_failure order by failed_at desc limit 1) newest`,
        values: [],
      });
      oauth.heldBackMs();
      assert.equal((await tryPassword(colleague.email, password, { at: backend })).status, 200);
      assert.deepEqual(oauth.heldBackMs(), [], 'not even held back where they signed in before');
      assert.equal((await tryPassword(user.email, password, { at: backend })).status, 200);
      assert.equal((await tryPassword(user.email, wrong, { at: backend })).status, 400);
      assert.equal((await tryPassword(colleague.email, wrong, { at: backend })).status, 400);
      assert.deepEqual(oauth.heldBackMs(), [8_000, 8_000, 8_000], 'held back when they sign in for the first time, or mistype');
    });
  });

  describe('one password tried on many accounts', () => {
    const names = (count: number, email: string) => Array.from({ length: count }, (_, index) => `${index}-${email}`);

    test('429 at a place where twenty accounts fail, right or wrong, but for who has signed in there before', async () => {
      const { user, addUser, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const regular = await addUser();
      assert.equal((await tryPassword(regular.email, password, { at: home })).status, 200);
      const tried = await statuses(21, (index) => tryPassword(names(21, user.email)[index]!, wrong, { at: home }));
      assert.deepEqual(tried, [...Array<number>(20).fill(400), 429]);
      const closed = await tryPassword(user.email, password, { at: home });
      assert.deepEqual([closed.status, closed.body.error], [429, 'slow_down']);
      assert.ok(Number(closed.headers['Retry-After']) >= 1);
      assert.equal((await tryPassword(regular.email, wrong, { at: home })).status, 429, 'a wrong password shows nothing of it');
      assert.equal((await tryPassword(regular.email, password, { at: home })).status, 200);
      assert.equal((await tryPassword(user.email, password, { at: elsewhere })).status, 200);
    });

    test('people who mistype and then sign in do not count', async () => {
      const { addUser, user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      for (const { email } of await Promise.all(Array.from({ length: 25 }, () => addUser()))) {
        assert.equal((await tryPassword(email, wrong, { at: home })).status, 400);
        assert.equal((await tryPassword(email, password, { at: home })).status, 200);
      }
      assert.equal((await tryPassword(user.email, password, { at: home })).status, 200);
    });

    test('of many at once no more are answered than one after the other', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const answers = await Promise.all(names(32, user.email).map((name) => tryPassword(name, wrong, { at: home })));
      const learned = answers.filter(({ status }) => status === 400).length;
      assert.ok(learned <= 20, `${learned} answers`);
    });
  });
});
