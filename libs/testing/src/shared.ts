import { after } from 'node:test';

/** Shares what all test files of a process use, until the last test. Each file makes its own organizations and people. */
export function shared<Started extends { stop(): Promise<unknown> }>(start: () => Promise<Started>): () => Promise<Started> {
  let starting: Promise<Started> | undefined;
  after(async () => {
    // Where it did not start, the tests that asked have failed.
    const running = await starting?.catch(() => undefined);
    await running?.stop();
  });
  return () => (starting ??= start());
}
