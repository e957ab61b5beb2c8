import { after } from 'node:test';

/**
 * What all test files of a process share: started when the first one asks, stopped after the last test. Each file makes what it asserts
 * on for itself: organizations, people, products.
 */
export function shared<Started extends { stop(): Promise<unknown> }>(start: () => Promise<Started>): () => Promise<Started> {
  let started: Promise<Started> | undefined;
  after(async () => {
    // Where it did not start, the tests that asked have failed.
    const running = await started?.catch(() => undefined);
    await running?.stop();
  });
  return () => (started ??= start());
}
