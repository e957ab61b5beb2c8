import { describe } from 'node:test';

// The stories of orders once more, with every service as a process of its own and events over Kafka.
process.env['TEST_TRANSPORT'] = 'kafka';

const files = ['order-contest', 'order-conversation', 'order-request'];

describe('over Kafka', async () => {
  for (const file of files) await import(`./stories/${file}.test.ts`);
});
