/**
 * How the folders of a package stand to each other: read from top to bottom, as a request or an event passes through them. A folder imports
 * from those below it, never from those above, and not from the files beside the folders, which put the package together.
 */
export const folders = {
  'libs/kernel/src': ['faults', 'texts'],
  'libs/data/src': ['reads', 'query', 'resources', 'connection'],
  'libs/messaging/src': ['inbox', 'replicas', 'outbox', 'kafka', 'postgres', 'transport'],
  'libs/jobs/src': ['worker', 'schedule', 'queue'],
  'libs/mail/src': ['sending', 'text'],
  'libs/testing/src': ['reports', 'tls', 'documents'],
  'libs/service/src': ['process', 'parts', 'keys', 'environment'],
  'libs/http/src': ['internal', 'operations', 'request', 'runtime', 'service-calls', 'response'],
  'console/src': [
    'account',
    'staff',
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

export default {
  forbidden: [{ name: 'no import circle, of types neither', severity: 'error', from: {}, to: { circular: true } }, ...downwards],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/generated/' },
    enhancedResolveOptions: { extensions: ['.ts', '.json'], exportsFields: ['exports'], conditionNames: ['import'] },
  },
};
