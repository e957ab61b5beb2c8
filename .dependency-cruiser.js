/**
 * How the folders of a package stand to each other: read from top to bottom, as a request or an event passes through them. A folder imports
 * from those below it, never from those above, and not from the files beside the folders, which put the package together.
 */
export const folders = {
  'libs/kernel/src': ['fairness', 'faults', 'texts'],
  'libs/data/src': ['reads', 'query', 'resources', 'connection'],
  'libs/messaging/src': ['inbox', 'replicas', 'outbox', 'kafka', 'postgres', 'transport'],
  'libs/jobs/src': ['worker', 'schedule', 'queue'],
  'libs/mail/src': ['sending', 'text'],
  'libs/testing/src': ['reports', 'tls', 'documents', 'inputs'],
  'libs/service/src': ['process', 'parts', 'keys', 'environment'],
  'libs/http/src': ['internal', 'operations', 'request', 'runtime', 'service-calls', 'response', 'observation'],
  'console/src': [
    'account',
    'staff',
    'home',
    'members',
    'billing',
    'webhooks',
    'profile',
    'order',
    'approvals',
    'new-order',
    'orders',
    'options',
    'app',
    'kit',
    'text',
    'api',
  ],
  'services/[^/]+/src': [
    'demo',
    'process',
    'console', // only the gateway has these six
    'own',
    'request',
    'upstream',
    'exchange',
    'internal',
    'operations',
    'consumers',
    'jobs',
    'events', // only notifications has it
    'mails',
    'deliveries', // only notifications has it
    'oauth',
    'documents',
    'resources',
    'payments',
    'domain',
    'storage',
    'sheets',
    'migrations',
  ],
  'services/notifications/src/domain': ['deliveries', 'events', 'webhooks', 'people'],
  'services/ordering/src/domain': ['contest', 'conversation', 'publishing', 'budget', 'project', 'pricing', 'replicas', 'texts'],
};

/** What every folder may know of its package besides the folders below it. */
const sharedFiles = 'context|config|environment|faults';

/** Tests and their fixtures look at a package from outside. */
const tests = '\\.test\\.ts$|/fixtures/';

const downwards = Object.entries(folders).flatMap(([root, names]) =>
  names.map((name, index) => ({
    name: `${root}/${name} imports only from below`,
    severity: 'error',
    from: { path: `^(${root})/${name}/`, pathNot: tests },
    to: { path: `^$1/(?:(?:${[...names.slice(0, index), '-'].join('|')})/|(?!(?:${sharedFiles})\\.ts$)[^/]+\\.tsx?$)` },
  })),
);

const belowHttp = ['kernel', 'openapi', 'tracing', 'data', 'messaging', 'jobs', 'service-client', 'auth', 'writes'];
const ofProduct = [...belowHttp, 'outbound', 'commerce', 'http', 'service', 'mail', 'fonts'];

/** Which libs a package imports. Only standalone also imports services; tests and bench import all packages. */
export const imports = {
  'libs/kernel': [],
  'libs/openapi': [],
  'libs/fonts': [],
  'libs/client': [],
  'libs/embedded-postgres': [],
  'libs/tracing': ['kernel'],
  'libs/outbound': ['kernel'],
  'libs/data': ['kernel', 'tracing'],
  'libs/service-client': ['kernel', 'tracing'],
  'libs/messaging': ['kernel', 'data'],
  'libs/jobs': ['kernel', 'data', 'messaging'],
  'libs/commerce': ['kernel', 'data', 'messaging'],
  'libs/auth': ['kernel', 'data', 'messaging', 'service-client'],
  'libs/writes': ['kernel', 'tracing', 'data', 'messaging', 'jobs', 'service-client'],
  'libs/http': belowHttp,
  'libs/service': [...belowHttp, 'http'],
  'libs/mail': ['kernel', 'data', 'jobs', 'service'],
  'libs/testing': ['[^/]+'],
  'services/(?!standalone/)[^/]+': ofProduct,
  'services/standalone': [...ofProduct, 'embedded-postgres', 'client'],
  console: ['kernel', 'client'],
  portal: ['kernel', 'openapi', 'client'],
  'openapi|workspace': ['kernel', 'openapi', 'client'],
  'containers|charts': [],
};
const importsBesides = { 'services/standalone': 'services/[^/]+', 'openapi|workspace': 'openapi|workspace' };
/** The tests of the others may import testing. */
const withoutTesting = ['libs/client', 'libs/embedded-postgres', 'containers|charts'];

/** They read the tables of faults of all packages. */
const readersOfFaults = '^(console/src/text/faults-in-french|tests/src/(operations/request-faults|console/texts\\.unit)\\.test)\\.ts$';
const packages = '(?:libs|services)/[^/]+|console|portal|tests|bench';
const anything = `^(?:${packages}|openapi|workspace|containers|charts)/`;

const acrossPackages = Object.entries(imports).flatMap(([root, libs]) => {
  const pathNot = (more) => `^(?:$1|${importsBesides[root] ?? '-'}|libs/(?:${[...libs, ...more, '-'].join('|')}))/`;
  const forTests = withoutTesting.includes(root) ? [] : ['testing'];
  return [
    {
      name: `${root} imports only what stands below it`,
      severity: 'error',
      from: { path: `^(${root})/`, pathNot: [tests, readersOfFaults] },
      to: { path: anything, pathNot: pathNot([]) },
    },
    {
      name: `tests of ${root} import only testing and what stands below it`,
      severity: 'error',
      from: { path: `^(${root})/.*(?:${tests})` },
      to: { path: anything, pathNot: pathNot(forTests) },
    },
  ];
});

/** Another package is imported by its name, which shows only what it exports; the own one by relative paths. */
const byName = [
  {
    name: 'another package is imported by its name',
    severity: 'error',
    from: { path: `^(${packages})/`, pathNot: readersOfFaults },
    to: { path: anything, pathNot: '^$1/', dependencyTypes: ['local'], dependencyTypesNot: ['aliased'] },
  },
  {
    name: 'a package is imported by its name',
    severity: 'error',
    from: { path: '^(?:openapi|workspace|containers|charts)/' },
    to: { path: `^(?:${packages})/`, dependencyTypes: ['local'], dependencyTypesNot: ['aliased'] },
  },
  {
    name: 'a package imports itself by relative paths',
    severity: 'error',
    from: { path: `^(${packages})/` },
    to: { path: '^$1/', pathNot: 'node_modules', dependencyTypesNot: ['local'] },
  },
];

export default {
  forbidden: [
    { name: 'no import circle, of types neither', severity: 'error', from: {}, to: { circular: true } },
    ...downwards,
    ...acrossPackages,
    ...byName,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    enhancedResolveOptions: { extensions: ['.ts', '.json'], exportsFields: ['exports'], conditionNames: ['import'] },
  },
};
