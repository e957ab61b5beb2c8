import { describe } from 'node:test';

// The stories of orders once more, with every service as a process of its own and events over Kafka.
process.env['TEST_TRANSPORT'] = 'kafka';

describe('over Kafka', async () => {
  for (const load of [
    () => import('./stories/order-contest.test.ts'),
    () => import('./stories/order-conversation.test.ts'),
    () => import('./stories/order-request.test.ts'),
  ])
    await load();
});
