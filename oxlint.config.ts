import { defineConfig } from 'oxlint';

/** What a review would have to repeat. Each entry: where it is forbidden, and what to do instead. */
const defaultExport = { selector: 'ExportDefaultDeclaration', message: 'Export by name: one thing has one name everywhere.' };
const sqlElsewhere = 'SQL belongs to resources/, domain/ or migrations.';
const sqlImports = { name: '@partner-ordering/data', importNames: ['sql', 'raw', 'join', 'empty', 'Sql'], message: sqlElsewhere };
const sqlCalls = [
  'CallExpression[callee.property.name=/^(query|execute|createQueryBuilder|qb)$/]',
  'CallExpression[callee.name="query"]',
].map((selector) => ({ selector, message: sqlElsewhere }));
/** One style of constants: literal values and arithmetic on them in capitals, everything else in camel case. */
const literalValue =
  ':matches(Literal[regex=undefined], UnaryExpression > Literal, BinaryExpression[left.type=/^(Literal|Identifier|BinaryExpression)$/][right.type=/^(Literal|Identifier)$/][operator=/^[-+*\u002f]+$/])';
const atTopLevel = ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind="const"] > VariableDeclarator';
const constants = [
  {
    selector: `${atTopLevel}[id.name=/[a-z]/] > ${literalValue}.init`,
    message: 'A constant with a literal value is UPPER_CASE, with its unit.',
  },
  {
    selector: `${atTopLevel}[id.name=/^[A-Z][A-Z0-9_]+$/] > :matches(ArrowFunctionExpression, ObjectExpression, ArrayExpression, NewExpression, CallExpression, Literal[regex], TSAsExpression, TSSatisfiesExpression).init`,
    message: 'Only constants with a literal value are UPPER_CASE.',
  },
];
/** `null` is the one way to be empty: `T | null`, never `T | null | undefined`. */
const nullable = {
  selector: 'CallExpression[callee.property.name="nullable"][arguments.length=0]',
  message: 'Use strictNullable(): its type is T | null.',
};
/** Messages of the API are for people; its codes are for programs. */
const message = ':matches(Identifier[name="message"], MemberExpression[property.name="message"])';
const apiMessages = [
  `BinaryExpression[operator=/^[!=]==?$/]:has(> Literal[value=/./]) > ${message}`,
  `CallExpression > MemberExpression[property.name=/^(?:includes|startsWith|endsWith|match|search|indexOf)$/] > ${message}.object`,
  `CallExpression[callee.property.name=/^(?:test|exec|includes)$/] > ${message}.arguments`,
  `MemberExpression[computed=true] > ${message}.property`,
  `SwitchStatement > ${message}.discriminant`,
].map((selector) => ({ selector, message: 'Messages of the API may change; compare its codes.' }));
const environment = { object: 'process', property: 'env', message: 'Only main.ts reads the environment; take the value as an argument.' };

const TESTS = ['**/*.test.ts', '**/fixtures/**/*.ts', 'tests/**/*.ts', 'libs/testing/**/*.ts'];

const PRODUCT_LIBS = [
  'kernel',
  'data',
  'messaging',
  'jobs',
  'service-client',
  'outbound',
  'auth',
  'commerce',
  'writes',
  'http',
  'service',
  'mail',
  'fonts',
  'tracing',
].map((lib) => `layer:${lib}`);

const BELOW_HTTP = ['kernel', 'tracing', 'data', 'messaging', 'jobs', 'service-client', 'auth', 'writes'].map((lib) => `layer:${lib}`);

/**
 * Layers: kernel; tracing; data, service-client; messaging; jobs, auth, commerce; writes; http; service; mail; testing uses all. A service
 * uses libs only; standalone and what tests use all.
 */
const layers = [
  { sourceTag: 'layer:kernel', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'layer:tracing', onlyDependOnLibsWithTags: ['layer:kernel'] },
  { sourceTag: 'layer:data', onlyDependOnLibsWithTags: ['layer:kernel', 'layer:tracing'] },
  { sourceTag: 'layer:embedded-postgres', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'layer:messaging', onlyDependOnLibsWithTags: ['layer:kernel', 'layer:data'] },
  { sourceTag: 'layer:jobs', onlyDependOnLibsWithTags: ['layer:kernel', 'layer:data', 'layer:messaging'] },
  { sourceTag: 'layer:service-client', onlyDependOnLibsWithTags: ['layer:kernel', 'layer:tracing'] },
  { sourceTag: 'layer:outbound', onlyDependOnLibsWithTags: ['layer:kernel'] },
  { sourceTag: 'layer:fonts', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'layer:client', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'layer:auth', onlyDependOnLibsWithTags: ['layer:kernel', 'layer:data', 'layer:messaging', 'layer:service-client'] },
  { sourceTag: 'layer:commerce', onlyDependOnLibsWithTags: ['layer:kernel', 'layer:data', 'layer:messaging'] },
  {
    sourceTag: 'layer:writes',
    onlyDependOnLibsWithTags: ['layer:data', 'layer:jobs', 'layer:kernel', 'layer:messaging', 'layer:service-client', 'layer:tracing'],
  },
  { sourceTag: 'layer:http', onlyDependOnLibsWithTags: BELOW_HTTP },
  { sourceTag: 'layer:service', onlyDependOnLibsWithTags: [...BELOW_HTTP, 'layer:http'] },
  { sourceTag: 'layer:mail', onlyDependOnLibsWithTags: ['layer:kernel', 'layer:data', 'layer:jobs', 'layer:service'] },
  { sourceTag: 'layer:testing', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:workspace', onlyDependOnLibsWithTags: ['layer:kernel', 'layer:client'] },
  { sourceTag: 'type:console', onlyDependOnLibsWithTags: ['layer:client', 'layer:kernel'] },
  { sourceTag: 'type:service', onlyDependOnLibsWithTags: PRODUCT_LIBS },
  { sourceTag: 'type:composition', onlyDependOnLibsWithTags: [...PRODUCT_LIBS, 'layer:embedded-postgres', 'type:service'] },
];
const withTesting = layers.map(({ sourceTag, onlyDependOnLibsWithTags }) => ({
  sourceTag,
  onlyDependOnLibsWithTags: [...onlyDependOnLibsWithTags, 'layer:testing'],
}));
const anything = ['type:bench', 'type:tests'].map((sourceTag) => ({ sourceTag, onlyDependOnLibsWithTags: ['*'] }));
/** The tests of a lib use testing, which stands on the libs: circles of packages, not of modules. The layers above forbid the real ones. */
const libs = [
  'kernel',
  'data',
  'messaging',
  'jobs',
  'service-client',
  'auth',
  'commerce',
  'writes',
  'http',
  'service',
  'mail',
  'fonts',
  'tracing',
  'testing',
].map((lib) => `@partner-ordering/${lib}`);
const ignoredCircularDependencies = libs.flatMap((from) => libs.filter((to) => to !== from).map((to) => [from, to]));
const boundaries = (constraints: readonly { sourceTag: string; onlyDependOnLibsWithTags: string[] }[]) => ({
  '@nx/enforce-module-boundaries': ['error', { allow: [], depConstraints: [...constraints, ...anything], ignoredCircularDependencies }],
});

const files = ['**/*.ts', '**/*.tsx'];
const syntax = (...forbidden: object[]) => ({ 'eslint-js/no-restricted-syntax': ['error', ...forbidden] });

export default defineConfig({
  ignorePatterns: ['**/generated/', '.cache/', '.nx/', '.data/', 'dist/', 'coverage/', 'openapi/tools/templates/'],
  plugins: ['typescript', 'oxc'],
  jsPlugins: ['@nx/eslint-plugin', { name: 'eslint-js', specifier: './workspace/eslint-js.ts' }],
  options: { reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error' },
  rules: {
    'no-control-regex': 'off',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'typescript/ban-ts-comment': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
  },
  overrides: [
    {
      files,
      rules: {
        ...boundaries(layers),
        ...syntax(defaultExport, ...constants, nullable),
        'eslint-js/max-len': ['error', { code: 1000, comments: 140, ignoreUrls: true }],
        eqeqeq: ['error', 'always', { null: 'ignore' }],
        'max-lines': ['error', { max: 200, skipBlankLines: true }],
        'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
        'no-console': 'error',
        'no-array-constructor': 'error',
        'no-restricted-properties': ['error', environment],
        'no-self-compare': 'error',
        'no-unreachable-loop': 'error',
        'no-var': 'error',
        'object-shorthand': 'error',
        'prefer-const': 'error',
        'prefer-rest-params': 'error',
        'prefer-spread': 'error',
        'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
        'typescript/no-unsafe-function-type': 'error',
      },
    },
    {
      files: ['services/*/src/**/*.ts'],
      excludeFiles: [
        'services/*/src/resources/**',
        'services/*/src/domain/**',
        'services/*/src/migrations.ts',
        'services/*/src/migrations/**',
        ...TESTS,
      ],
      rules: { ...syntax(defaultExport, ...constants, nullable, ...sqlCalls), 'no-restricted-imports': ['error', { paths: [sqlImports] }] },
    },
    {
      files: TESTS,
      rules: {
        ...boundaries(withTesting),
        ...syntax(defaultExport, nullable),
        'max-lines': ['error', { max: 400, skipBlankLines: true }],
        'max-lines-per-function': 'off',
        'no-restricted-properties': 'off',
      },
    },
    {
      files: ['**/main.ts', 'openapi/tools/*.ts', 'containers/*.ts', 'libs/messaging/src/transport/crash-point.ts'],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: ['console/src/**', 'libs/client/src/*.ts'],
      excludeFiles: TESTS,
      rules: syntax(defaultExport, ...constants, nullable, ...apiMessages),
    },
    {
      // They read the tables of faults of all packages.
      files: [
        'console/src/text/faults-in-french.ts',
        'tests/src/operations/request-faults.test.ts',
        'tests/src/console/texts.unit.test.ts',
      ],
      rules: { '@nx/enforce-module-boundaries': 'off' },
    },
    {
      // Modules that a tool loads by their default export.
      files: ['libs/testing/src/reports/reporter.ts', 'oxlint.config.ts', 'workspace/eslint-js.ts', 'console/vite.config.ts'],
      rules: { 'eslint-js/no-restricted-syntax': 'off' },
    },
    { files: ['bench/**/*.ts', 'services/standalone/src/**/*.ts', 'openapi/tools/*.ts'], rules: { 'no-console': 'off' } },
  ],
});
