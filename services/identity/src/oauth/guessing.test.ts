import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedOAuth } from '../fixtures/oauth.ts';

const oauth = await sharedOAuth();

describe('guessing passwords', () => {
  const password = 'demo-password';
  const wrong = 'wrong-password';
  const backend = '198.51.100.1';
  /** What the gateway says of a request that a backend sends for this end user. */
  const behind = (endUser: string) => `${endUser}, ${backend}`;
  const home = behind('203.0.113.1');
  const elsewhere = behind('203.0.113.66');

  type Tries = Awaited<ReturnType<typeof oauth.partner>>['tryPassword'];
  const statuses = async (count: number, one: (index: number) => ReturnType<Tries>) => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) found.push((await one(index)).status);
    return found;
  };
  const all = (count: number, status: number) => Array<number>(count).fill(status);
  const endWindow = () => oauth.database.query({ text: 'update rate_limit set expire = expire - 900000', values: [] });

  describe('at the address of an end user', () => {
    test('429 with Retry-After after five wrong passwords in 15 minutes, also for the right one and for accounts that do not exist', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      for (const username of [user.email, `nobody-${user.email}`]) {
        assert.deepEqual(await statuses(5, () => tryPassword(username, wrong, { at: elsewhere })), all(5, 400));
        const { status, body, headers } = await tryPassword(username, password, { at: elsewhere });
        assert.deepEqual([status, body.error], [429, 'slow_down']);
        assert.ok(Number(headers['Retry-After']) > 890 && Number(headers['Retry-After']) <= 900, headers['Retry-After']);
      }
      await endWindow();
      assert.equal((await tryPassword(user.email, password, { at: elsewhere })).status, 200);
      assert.deepEqual(await statuses(5, () => tryPassword(user.email, wrong, { at: elsewhere })), all(5, 400));
    });

    test('many guesses at once learn no more than the free ones, whichever instance is asked', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const instances = [oauth.server, oauth.anotherInstance()];
      const guess = (index: number) => tryPassword(user.email, `${wrong}-${index}`, { at: elsewhere, of: instances[index % 2]! });
      const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index)));
      assert.equal(answers.filter(({ status }) => status === 400).length, 5);
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

    test('429 after fifty failures of an account, at addresses where it has failed; 200 for its owner anywhere else', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const guess = (index: number) => tryPassword(user.email, wrong, { at: behind(`203.0.113.${100 + index}`) });
      for (let round = 0; round < 5; round += 1) assert.deepEqual(await statuses(10, guess), all(10, 400));
      assert.deepEqual([(await guess(20)).status, (await guess(20)).status], [400, 429], 'a new address has one guess');
      assert.equal((await tryPassword(user.email, password, { at: home })).status, 200);
    });

    test('200 after one wrong password, whatever a single other address has tried', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      await statuses(51, () => tryPassword(user.email, wrong, { at: elsewhere }));
      assert.equal((await tryPassword(user.email, wrong, { at: home })).status, 400);
      assert.equal((await tryPassword(user.email, password, { at: home })).status, 200);
    });

    test('429 after thirty failures at an address, whatever the account; 200 elsewhere', async () => {
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const tried = await statuses(31, (index) => tryPassword(`${index}-${user.email}`, wrong, { at: home }));
      assert.deepEqual(tried, [...all(30, 400), 429]);
      assert.equal((await tryPassword(user.email, password, { at: home })).status, 429);
      assert.equal((await tryPassword(user.email, password, { at: elsewhere })).status, 200);
    });

    test('the right password of one account makes no room for guesses at others', async () => {
      const { user, addUser, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      const guesser = await addUser();
      const signIn = () => tryPassword(guesser.email, password, { at: home });
      assert.deepEqual(new Set((await Promise.all(Array.from({ length: 5 }, signIn))).map(({ status }) => status)), new Set([200]));
      assert.deepEqual(await statuses(29, (index) => tryPassword(`${index}-${user.email}`, wrong, { at: home })), all(29, 400));
      assert.equal((await signIn()).status, 200);
      const more = (index: number) => tryPassword(`more-${index}-${user.email}`, wrong, { at: home });
      assert.deepEqual(await statuses(2, more), [400, 429]);
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
        [true, [[backend, `unknown, ${backend}`], [behind('2001:db8::1'), behind('2001:db8::2')], [`1.1.1.1, ${home}`, home]]], // oxfmt-ignore
      ] as const)
        for (const [first, second] of pairs) {
          const { user, tryPassword } = await oauth.partner({ passesOnAddresses });
          await statuses(5, () => tryPassword(user.email, wrong, { at: first }));
          oauth.delaysMs();
          const { status } = await tryPassword(user.email, wrong, { at: second });
          assert.ok(status === 429 || oauth.delaysMs().length === 1, `${first} and ${second} are one source`);
        }
      const { user, tryPassword } = await oauth.partner({ passesOnAddresses: true });
      await statuses(5, () => tryPassword(user.email, wrong, { at: elsewhere }));
      assert.equal((await tryPassword(user.email, wrong, { at: home })).status, 400, 'two end users of one backend are two sources');
    });
  });

  describe('at an address that people share', () => {
    test('after five guesses the next ones are delayed by 3 s, and the owner signs in among them', async () => {
      const { user, tryPassword } = await oauth.partner();
      for (const username of [user.email, `nobody-${user.email}`]) {
        oauth.delaysMs();
        assert.deepEqual(await statuses(8, () => tryPassword(username, wrong, { at: backend })), all(8, 400));
        assert.deepEqual(oauth.delaysMs(), all(3, 3_000));
      }
      assert.equal((await tryPassword(user.email, password, { at: backend })).status, 200);
      assert.deepEqual(oauth.delaysMs(), [3_000]);
      assert.equal((await tryPassword(user.email, password, { at: backend })).status, 200);
      assert.deepEqual(oauth.delaysMs(), [], 'the right password ends the count');
    });

    test('200 for everybody else at once, whatever fails there', async () => {
      const { user, addUser, tryPassword } = await oauth.partner();
      const colleague = await addUser();
      assert.deepEqual(await statuses(35, (index) => tryPassword(`${index}-${user.email}`, wrong, { at: backend })), all(35, 400));
      assert.equal((await tryPassword(colleague.email, password, { at: backend })).status, 200);
      assert.deepEqual(oauth.delaysMs(), []);
    });
  });
});
