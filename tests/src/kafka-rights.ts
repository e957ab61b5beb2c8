import { docker } from './docker.ts';

/** The attempts with a service's own credentials, by name; each is `done`, or the broker's refusal. */
export type Tried = Record<string, string>;

// Runs inside a container, where nothing of the tests is. Of a coordinator that is refused, kafkajs only says that it found none.
const script = `
const { readFileSync } = require('node:fs');
const { Kafka } = require('kafkajs');
const { KAFKA_BROKERS, KAFKA_USERNAME: username, KAFKA_PASSWORD_FILE } = process.env;
const common = { brokers: [KAFKA_BROKERS], logLevel: 0, retry: { retries: 5, initialRetryTime: 200 } };
const kafka = new Kafka({ ...common, sasl: { mechanism: 'plain', username, password: readFileSync(KAFKA_PASSWORD_FILE, 'utf8') } });
const outcome = async (client, work) => {
  try {
    await client.connect();
    await work(client);
    return 'done';
  } catch (error) {
    let reason = error.errors?.[0] ?? error;
    while (reason.cause) reason = reason.cause;
    return reason.type ?? reason.name;
  } finally {
    await client.disconnect();
  }
};
const send = (topic) => outcome(kafka.producer({ allowAutoTopicCreation: false }), (producer) => producer.send({ topic, messages: [{ key: 'k', value: 'v' }] }));
const manage = (work) => outcome(kafka.admin(), work);
const acl = { resourceType: 2, resourceName: '*', resourcePatternType: 3, principal: 'User:' + username, host: '*', operation: 4, permissionType: 3 };
const tries = {
  'own dead letters': () => send(username + '.dlq'),
  'a state of another': () => send('identity.state'),
  'a fact of another': () => send('identity.facts'),
  'a dead letter of another': () => send('identity.dlq'),
  'the writer of another': () => outcome(kafka.producer({ transactionalId: 'identity.outbox', maxInFlightRequests: 1 }), (producer) => producer.transaction()),
  'own group': () => manage((admin) => admin.fetchOffsets({ groupId: username, topics: ['identity.state'] })),
  'the group of another': () => manage((admin) => admin.fetchOffsets({ groupId: 'identity', topics: ['identity.state'] })),
  'a topic of its own making': () => manage((admin) => admin.createTopics({ topics: [{ topic: 'new', numPartitions: 1, replicationFactor: 1 }] })),
  'the rights of all': () => manage((admin) => admin.createAcls({ acl: [acl] })),
  'another user': () => outcome(new Kafka({ ...common, sasl: { mechanism: 'plain', username: 'identity', password: 'guessed' } }).admin(), () => undefined),
  'no user': () => outcome(new Kafka(common).admin(), (admin) => admin.listTopics()),
};
(async () => {
  const tried = {};
  for (const [name, attempt] of Object.entries(tries)) tried[name] = await attempt();
  console.log(JSON.stringify(tried));
  process.exit();
})();
`;

/** Tries what the Kafka user of a container may do. */
export const tryRights = async (container: string): Promise<Tried> =>
  JSON.parse(await docker('exec', container, 'node', '-e', script)) as Tried;
