import { describe } from 'node:test';

// The stories of orders and a restore once more, with every service as a process of its own and events over Kafka.
process.env['TEST_TRANSPORT'] = 'kafka';

describe('over Kafka', async () => {
  for (const load of [
    () => import('./stories/order-contest.test.ts'),
    () => import('./stories/order-conversation.test.ts'),
    () => import('./stories/order-request.test.ts'),
    () => import('./restored-alone.test.ts'),
  ])
    await load();
});
