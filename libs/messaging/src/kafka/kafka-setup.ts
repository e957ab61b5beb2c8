import type { AclEntry, Admin } from 'kafkajs';
import type { Log } from '../transport/log.ts';
import { kafkaClient, onDemand, type KafkaConnection } from './kafka-client.ts';
import { kafkaTopics, type TopicOptions } from './kafka-topics.ts';

export interface KafkaSetupOptions extends KafkaConnection, TopicOptions {
  /** Bare names. */
  services: readonly string[];
  logger: Log;
}

/** The topics that a service writes. */
export const topicsOf = (service: string): string[] => [`${service}.state`, `${service}.facts`, `${service}.dlq`];

/**
 * Creates the topics of all services. Grants each service's user, `<prefix><service>`, to read all topics and write its own. Needs a user
 * with these rights. Idempotent. False when the brokers check no rights.
 */
export async function prepareKafka({ services, logger, ...options }: KafkaSetupOptions): Promise<boolean> {
  const kafka = await kafkaClient(options, logger);
  const admin = onDemand(() => kafka.admin());
  try {
    const topics = kafkaTopics(admin, options, logger);
    for (const topic of services.flatMap(topicsOf)) await topics.ensure(topic);
    const rights = services.flatMap((service) => rightsOf(service, options.prefix));
    return await admin.use((client) => allow(client, rights));
  } finally {
    await admin.close();
  }
}

async function allow(client: Admin, acl: AclEntry[]): Promise<boolean> {
  try {
    return await client.createAcls({ acl });
  } catch (error) {
    if (/SECURITY_DISABLED|no Authorizer/i.test(`${(error as { type?: string }).type} ${(error as Error).message}`)) return false;
    throw error;
  }
}

// Enums of kafkajs, `AclResourceTypes` and so on, which is loaded only where it is used.
const resources = { topic: 2, group: 3, transactionalId: 5 } as const;
const patterns = { literal: 3, prefixed: 4 } as const;
const operations = { read: 3, write: 4, delete: 6, describe: 8, describeConfigs: 10 } as const;
const ALLOW = 3;

/** The rights of a service's user; also in docs/operators/configuration.md and charts/examples/strimzi.yaml. */
export function rightsOf(service: string, prefix: string): AclEntry[] {
  const entry =
    (resourceType: number, resourcePatternType: number, resourceName: string) =>
    (operation: number): AclEntry => ({
      resourceType,
      resourcePatternType,
      resourceName,
      operation,
      principal: `User:${prefix}${service}`,
      host: '*',
      permissionType: ALLOW,
    });
  // Without a prefix for all topics of the cluster, which it then has for itself.
  const allTopics = prefix === '' ? entry(resources.topic, patterns.literal, '*') : entry(resources.topic, patterns.prefixed, prefix);
  return [
    ...[operations.read, operations.describe, operations.describeConfigs].map(allTopics),
    ...topicsOf(service).map((topic) => entry(resources.topic, patterns.literal, prefix + topic)(operations.write)),
    ...[operations.write, operations.describe].map(entry(resources.transactionalId, patterns.literal, `${prefix}${service}.outbox`)),
    ...[operations.read, operations.describe].map(entry(resources.group, patterns.literal, prefix + service)),
    ...[operations.read, operations.describe, operations.delete].map(entry(resources.group, patterns.prefixed, `${prefix}read-`)),
  ];
}
