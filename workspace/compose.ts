/**
 * The services of compose.yaml. What a new one has in common with all is added; an entry that is there keeps what was written into it by
 * hand, and so does everything that is no service of the register. Comments stay.
 */
import { urlVariable } from '@partner-ordering/kernel';
import { isMap, isSeq, parseDocument, type Document, type Pair, type Scalar, type YAMLMap } from 'yaml';

type Entry = Pair<Scalar<string>, YAMLMap>;

const MIGRATE = '-migrate';

/** Where a service finds who it is. */
const variablesOf = (name: string): string =>
  [
    `SERVICE_KEY_FILE: /secrets/${name}/service-key.pem`,
    `DATABASE_URL_FILE: /secrets/${name}/database-url`,
    `KAFKA_USERNAME: ${name}`,
    `KAFKA_PASSWORD_FILE: /secrets/${name}/kafka-password`,
  ].join(', ');

/** The two containers of a new service, between the aliases that they need. */
const containers = (name: string): string => `
  ${name}:
    <<: *service
    image: \${IMAGE_PREFIX:-partner-ordering}/${name}:\${IMAGE_TAG:-latest}
    volumes: ['secrets:/secrets:ro', 'secrets-${name}:/secrets/${name}:ro']
    build:
      <<: *build
      args: { SERVICE: ${name}, NODE_IMAGE: '\${NODE_IMAGE:-node:24-slim}' }
    environment: { <<: *environment, ${variablesOf(name)} }
    depends_on:
      ${name}${MIGRATE}: { condition: service_completed_successfully }
      messaging: { condition: service_completed_successfully }

  ${name}${MIGRATE}:
    <<: *migrate
    image: \${IMAGE_PREFIX:-partner-ordering}/${name}:\${IMAGE_TAG:-latest}
    volumes: ['secrets:/secrets:ro', 'secrets-${name}:/secrets/${name}:ro']
    environment: { <<: *environment, ${variablesOf(name)} }
`;

/** compose.yaml with these services and no others, in this order. Throws when a part that it has to change is missing. */
export function composed(text: string, services: readonly string[]): string {
  const document = parseDocument(text);
  const entries = mapAt(document, 'services');
  setVolumes(document, servicesAmong(entries), services);
  const addresses = new Set([...servicesAmong(entries), ...services].map(urlVariable));
  arrange(entries, services);
  const environment = mapAt(document, 'x-environment');
  environment.items = environment.items.filter(({ key }) => !addresses.has((key as Scalar<string>).value));
  for (const name of services) environment.set(document.createNode(urlVariable(name)), document.createNode(`http://${name}:8080`));
  setItems(document, ['services', 'gateway', 'depends_on'], services);
  const makesSecrets = listAt(document, ['services', 'secrets', 'entrypoint']).slice(0, 4);
  setItems(document, ['services', 'secrets', 'entrypoint'], [...makesSecrets, ...services]);
  return document.toString({ lineWidth: 0 });
}

/** A service has its migrations beside it. */
const servicesAmong = ({ items }: YAMLMap): string[] => {
  const names = (items as Entry[]).map(({ key }) => key.value);
  return names.filter((name) => names.includes(`${name}${MIGRATE}`));
};

/** Puts the services in order, behind the gateway: those that are there as they are, new ones as they all are. */
function arrange(entries: YAMLMap, services: readonly string[]): void {
  const items = entries.items as Entry[];
  const present = new Map(items.map((entry) => [entry.key.value, entry]));
  const isOfService = ({ key: { value: name } }: Entry): boolean => present.has(name.endsWith(MIGRATE) ? name : `${name}${MIGRATE}`);
  const wanted = services.flatMap((name) => {
    const made = parseDocument(`services:\n${containers(name)}`);
    return (mapAt(made, 'services').items as Entry[]).map((entry) => present.get(entry.key.value) ?? spaced(entry));
  });
  const others = items.filter((entry) => !isOfService(entry));
  const isGateway = ({ key }: Entry): boolean => key.value === 'gateway';
  entries.items = [...others.filter(isGateway), ...wanted, ...others.filter((entry) => !isGateway(entry))];
}

/** The volume with the secrets of a service, for who makes them. */
const volumeOf = (name: string): string => `secrets-${name}`;
const mountOf = (name: string): string => `${volumeOf(name)}:/data/${name}`;

/** Each service has a volume with its secrets, behind that of the gateway. */
function setVolumes(document: Document, before: readonly string[], services: readonly string[]): void {
  for (const maker of ['secrets', 'keys']) {
    const path = ['services', maker, 'volumes'];
    const others = listAt(document, path).filter((mount) => !before.map(mountOf).includes(mount));
    const at = others.indexOf(mountOf('gateway')) + 1;
    document.setIn(path, document.createNode(others.toSpliced(at, 0, ...services.map(mountOf))));
  }
  const volumes = mapAt(document, 'volumes');
  const others = (volumes.items as Pair<Scalar<string>>[]).filter(({ key }) => !before.map(volumeOf).includes(key.value));
  const at = others.findIndex(({ key }) => key.value === volumeOf('gateway')) + 1;
  volumes.items = others.toSpliced(at, 0, ...services.map((name) => document.createPair(volumeOf(name), null) as Pair<Scalar<string>>));
}

function spaced(entry: Entry): Entry {
  entry.key.spaceBefore = true;
  return entry;
}

function setItems(document: Document, path: readonly string[], items: readonly string[]): void {
  listAt(document, path);
  const list = document.createNode(items);
  list.flow = true;
  document.setIn(path, list);
}

function listAt(document: Document, path: readonly string[]): string[] {
  const list = document.getIn(path);
  if (!isSeq(list)) throw new Error(`compose.yaml lacks the list ${path.join('.')}`);
  return list.toJSON() as string[];
}

function mapAt(document: Document, key: string): YAMLMap {
  const map = document.get(key);
  if (!isMap(map)) throw new Error(`compose.yaml lacks ${key}`);
  return map;
}
