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

const files = ['**/*.ts', '**/*.tsx'];
const syntax = (...forbidden: object[]) => ({ 'workspace/restricted-syntax': ['error', ...forbidden] });

export default defineConfig({
  ignorePatterns: ['**/generated/', '.cache/', '.nx/', '.data/', 'dist/', 'coverage/', 'openapi/tools/templates/'],
  plugins: ['typescript', 'oxc'],
  jsPlugins: ['./workspace/lint-rules.ts'],
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
        ...syntax(defaultExport, ...constants, nullable),
        'workspace/comment-length': 'error',
        eqeqeq: ['error', 'always', { null: 'ignore' }],
        'max-lines': ['error', { max: 400, skipBlankLines: true }],
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
        ...syntax(defaultExport, nullable),
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
      // Later releases answer values that this one does not know.
      rules: { ...syntax(defaultExport, ...constants, nullable, ...apiMessages), 'default-case': 'error' },
    },
    {
      // Modules that a tool loads by their default export.
      files: [
        'libs/testing/src/reports/reporter.ts',
        'oxlint.config.ts',
        'workspace/lint-rules.ts',
        'console/vite.config.ts',
        'portal/.vitepress/**/*.ts',
        'portal/reference/vite.config.ts',
      ],
      rules: { 'workspace/restricted-syntax': 'off' },
    },
    { files: ['bench/**/*.ts', 'services/standalone/src/**/*.ts', 'openapi/tools/*.ts'], rules: { 'no-console': 'off' } },
  ],
});
