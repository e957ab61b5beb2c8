import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { serviceNames } from '@partner-ordering/kernel';
import { parse, parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const example = (name: string): unknown[] => parseAllDocuments(read(`charts/examples/${name}.yaml`)).map((document) => document.toJS());

interface Resource<Spec> {
  kind: string;
  metadata: { name: string; namespace: string };
  spec: Spec;
}

interface Users {
  authorization: { acls: { resource: { type: string; name: string; patternType: string }; operations: string[] }[] };
}

/** The rights that services need at the broker, in the numbers of kafkajs. */
interface Right {
  resourceType: number;
  resourcePatternType: number;
  resourceName: string;
  operation: number;
}

interface Values {
  database: { poolSize: number; host: string; existingSecrets: string; to: Peer[] };
  kafka: { existingSecrets: string; to: Peer[] };
  certificates: Record<'database' | 'kafka', { existingSecret: string }>;
  storage: { s3: { to: Peer[] } };
  ingress: { annotations: Record<string, string> };
  autoscaling: { maxReplicas: number; cpuUtilization: number };
  services: Record<string, { resources: { requests: { cpu: string } } }>;
}

interface Peer {
  podSelector?: { matchLabels: Record<string, string> };
  namespaceSelector?: { matchLabels: Record<string, string> };
}

interface Roles {
  managed: { roles: { passwordSecret: { name: string } }[] };
}

const values = parse(read('charts/partner-ordering/values.yaml')) as Values;
const production = parse(read('charts/examples/production.yaml')) as Values;
const resources: Record<number, string> = { 2: 'topic', 3: 'group', 5: 'transactionalId' };
const operations: Record<number, string> = { 3: 'Read', 4: 'Write', 6: 'Delete', 8: 'Describe', 10: 'DescribeConfigs' };
const PREFIXED = 4;

/** The cells of the rows of a page that begin with one of these. */
const rowsOf = (page: string, firsts: readonly string[]): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([first]) => firsts.includes(first!));

describe('examples of the chart', () => {
  test('the example users of Kafka have the rights that their services need', async () => {
    const { rightsOf } = (await import(join(root, 'libs/messaging/src/kafka/kafka-setup.ts'))) as {
      rightsOf: (service: string, prefix: string) => Right[];
    };
    const users = (example('strimzi') as Resource<Users>[]).filter(({ kind }) => kind === 'KafkaUser');
    assert.deepEqual(
      users.map(({ metadata }) => metadata.name),
      serviceNames,
    );
    for (const { metadata, spec } of users) {
      for (const right of rightsOf(metadata.name, '')) {
        const [type, operation] = [resources[right.resourceType]!, operations[right.operation]!];
        const isGiven = spec.authorization.acls.some(({ resource, operations: allowedOperations }) => {
          const covers =
            resource.patternType === 'prefix'
              ? right.resourceName.startsWith(resource.name)
              : right.resourcePatternType !== PREFIXED && [right.resourceName, '*'].includes(resource.name);
          return resource.type === type && covers && allowedOperations.includes(operation);
        });
        assert.ok(isGiven, `${metadata.name} may not ${operation} the ${type} ${right.resourceName}`);
      }
    }
  });

  test('the network policies allow connections to the clusters of the other examples', () => {
    const namespacesOf = (name: string): string[] => [
      ...new Set((example(name) as Resource<unknown>[]).map(({ metadata }) => metadata.namespace)),
    ];
    // Beside a `podSelector` alone the namespace is that of the product.
    assert.deepEqual([namespacesOf('cloudnative-pg'), namespacesOf('strimzi'), namespacesOf('keda')], [['orders'], ['orders'], ['orders']]);
    const ofOperator = (label: string): Peer[] => [{ podSelector: { matchLabels: { [label]: 'orders' } } }];
    assert.deepEqual(production.database.to, ofOperator('cnpg.io/cluster'));
    assert.deepEqual(production.kafka.to, ofOperator('strimzi.io/cluster'));
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': namespacesOf('minio')[0]! } };
    assert.deepEqual(production.storage.s3.to, [{ namespaceSelector }]);
  });

  test('the Secrets that pods mount are those of the operators', () => {
    const [cluster, kafka] = ['cloudnative-pg', 'strimzi'].map((name) =>
      (example(name) as Resource<Roles>[]).find(({ kind }) => ['Cluster', 'Kafka'].includes(kind)),
    );
    const secretsOf = (pattern: string): string[] => serviceNames.map((name) => pattern.replace('{service}', name));
    assert.deepEqual(
      secretsOf(production.database.existingSecrets),
      cluster!.spec.managed.roles.map(({ passwordSecret }) => passwordSecret.name),
    );
    const users = (example('strimzi') as Resource<unknown>[]).filter(({ kind }) => kind === 'KafkaUser');
    assert.deepEqual(
      secretsOf(production.kafka.existingSecrets),
      users.map(({ metadata }) => metadata.name),
    );
    assert.equal(production.database.host, `${cluster!.metadata.name}-rw`);
    const { database, kafka: brokers } = production.certificates;
    assert.equal(database.existingSecret, `${cluster!.metadata.name}-ca`);
    assert.equal(brokers.existingSecret, `${kafka!.metadata.name}-cluster-ca-cert`);
  });

  test('the ingress has the annotations that docs/operators/kubernetes.md lists', () => {
    const { annotations } = production.ingress;
    const names = Object.keys(annotations).map((name) => `\`${name}\``);
    const documentedRows = rowsOf(
      read('docs/operators/kubernetes.md'),
      [...read('docs/operators/kubernetes.md').matchAll(/`nginx\.[^`]+`/g)].map(([name]) => name),
    );
    assert.ok(documentedRows.length > 0);
    assert.deepEqual(
      names.map((name, index) => [name, `\`${Object.values(annotations)[index]}\``]),
      documentedRows,
    );
  });

  test('the database allows connections for the maximum of pods and one more of each service', () => {
    const [cluster] = example('cloudnative-pg') as Resource<{ postgresql: { parameters: { max_connections: string } } }>[];
    const connectionsOfPod = values.database.poolSize + 5;
    const neededConnections = serviceNames.length * (values.autoscaling.maxReplicas + 1) * connectionsOfPod;
    assert.ok(Number(cluster!.spec.postgresql.parameters.max_connections) > neededConnections, `${neededConnections} are needed`);
  });
});

describe('CPU requests of pods', () => {
  test('an idle pod uses at most half of the CPU share that autoscaling aims at', () => {
    const rows = rowsOf(read('docs/operators/kubernetes.md'), ['gateway', ...serviceNames]).filter((cells) => cells.length === 5);
    assert.deepEqual(
      rows.map(([name]) => name),
      ['gateway', ...serviceNames],
    );
    for (const [name, idle] of rows) {
      const usedMillicores = Number(/^\d+/.exec(idle!)![0]);
      const { cpu } = values.services[name!]!.resources.requests;
      const percent = (usedMillicores / Number(/^(\d+)m$/.exec(cpu)![1])) * 100;
      assert.ok(percent <= values.autoscaling.cpuUtilization / 2, `${name} uses ${percent} % of its request of ${cpu} at rest`);
    }
  });
});
