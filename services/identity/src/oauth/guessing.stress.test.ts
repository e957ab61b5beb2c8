import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setInterval } from 'node:timers/promises';
import { password, setUpIdentity, type IdentitySetUp } from '../fixtures/test-identity.ts';

const GUESS_EVERY_MS = 50;
const GUESSES_PER_SIGN_IN = 10;
const SIGN_INS = 30;

describe('20 guesses a second at one address', () => {
  let identity: IdentitySetUp;
  before(async () => void (identity = await setUpIdentity()));
  after(() => identity.stop());

  // The hash of the fixtures costs next to nothing: what a core can hash in a second is not what is tested.
  async function answerTo(username: string, typedPassword: string, client = identity.client) {
    const startedAt = performance.now();
    const form = { grant_type: 'password', username, password: typedPassword };
    const { status } = await identity.form('/oauth2/token', form, client, { 'x-forwarded-for': '203.0.113.1, 192.0.2.1' });
    return { status, ms: performance.now() - startedAt };
  }

  const latencies = (answers: { ms: number }[]) => `ms: ${answers.map(({ ms }) => Math.round(ms)).join(' ')}`;

  /** Answers to guesses at an account, and to sign-ins with a right password among them. */
  async function during(guessedName: string, signedIn: string, client = identity.client) {
    const guesses: ReturnType<typeof answerTo>[] = [];
    const signIns: ReturnType<typeof answerTo>[] = [];
    for await (const _ of setInterval(GUESS_EVERY_MS)) {
      guesses.push(answerTo(guessedName, 'wrong-password', client));
      if (guesses.length % GUESSES_PER_SIGN_IN === 0) signIns.push(answerTo(signedIn, password, client));
      if (signIns.length === SIGN_INS) break;
    }
    return { guesses: await Promise.all(guesses), signIns: await Promise.all(signIns) };
  }

  test('200 for the right password of the guessed account, in 28 of 30 sign-ins, at a shared address', async (t) => {
    const { email } = await identity.user();
    const { signIns } = await during(email, email);
    t.diagnostic(latencies(signIns));
    assert.ok(signIns.filter(({ status }) => status === 200).length >= 28, JSON.stringify(signIns));
  });

  test("200 for a colleague's password, in 28 of 30 sign-ins, at a passed-on address; ten guesses at most are checked", async (t) => {
    const [{ email }, colleague] = [await identity.user(), await identity.user()];
    const client = await identity.addApplication({ passesOnAddresses: true });
    await Promise.all(Array.from({ length: 30 }, (_, index) => answerTo(`${index}-${email}`, 'wrong-password', client)));
    const { guesses, signIns } = await during(email, colleague.email, client);
    t.diagnostic(latencies(signIns));
    assert.ok(signIns.filter(({ status }) => status === 200).length >= 28, JSON.stringify(signIns));
    assert.ok(guesses.filter(({ status }) => status === 400).length <= 10, JSON.stringify(guesses));
  });
});
