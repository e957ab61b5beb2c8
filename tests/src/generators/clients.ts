import { globSync } from 'node:fs';
import { join } from 'node:path';
import { folder, type Command, type Kit } from './tools.ts';

/** The commands of a program of tests/generators: generate its client, compile it with all of the client, start; each in its folder. */
export interface Generated {
  needs: Kit[];
  /** Reads `../openapi.json`, writes `client`. */
  generate: Command;
  compile?: () => Command;
  start: Command;
  variables?: Record<string, string>;
}

const openapiGenerator = (language: string, properties = ''): Command => {
  const settings = ['--openapitools', join(folder, '../../openapitools.json')];
  return [
    'openapi-generator-cli',
    ...settings,
    'generate',
    '-g',
    language,
    '-i',
    '../openapi.json',
    '-o',
    'client',
    `--additional-properties=${properties}`,
  ];
};
/** Python compiles a module where it is first imported. */
const importAll = (name: string) => (): Command => {
  const all = `import pkgutil, ${name}; [__import__(each.name) for each in pkgutil.walk_packages(${name}.__path__, '${name}.')]`;
  return ['venv/bin/python', '-c', all];
};
const npmTool = (name: string, ...args: string[]): Command => [`node_modules/.bin/${name}`, ...args];
const typescript = {
  needs: ['npm'],
  compile: () => npmTool('tsc', '--strict', '--target', 'es2023', '--module', 'node16', '--types', 'node', '--outDir', 'built', 'main.ts'),
  start: ['node', 'built/main.js'],
} satisfies Partial<Generated>;

// Optional parameters may exclude each other.
const examplesOnly = 'parametersResolution=Example,enableOptionalParameters=false';

/** By the folder of their program. */
export const clients: Readonly<Record<string, Generated>> = {
  'openapi-generator-python': {
    needs: ['java', 'python'],
    generate: openapiGenerator('python', 'packageName=partner_ordering'),
    compile: importAll('partner_ordering'),
    start: ['venv/bin/python', 'main.py'],
    variables: { PYTHONPATH: 'client' },
  },
  'openapi-generator-go': {
    needs: ['java', 'go'],
    generate: openapiGenerator(
      'go',
      'packageName=ordering,enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false,withGoMod=false',
    ),
    start: ['go', 'run', '.'],
  },
  'openapi-generator-java': {
    needs: ['java', 'maven'],
    generate: openapiGenerator('java', 'disallowAdditionalPropertiesIfNotPresent=false'),
    compile: () => [
      'javac',
      '-nowarn',
      '-d',
      'built',
      '-cp',
      '../lib/*',
      ...filesOf('openapi-generator-java', '{client/src/main/java/**/,}*.java'),
    ],
    start: ['java', '-cp', 'built:../lib/*', 'Main'],
  },
  'openapi-generator-php': { needs: ['java', 'php'], generate: openapiGenerator('php'), start: ['php', 'main.php'] },
  'openapi-generator-ruby': {
    needs: ['java', 'ruby'],
    generate: openapiGenerator('ruby'),
    start: ['ruby', '-I', 'client/lib', 'main.rb'],
  },
  'openapi-generator-rust': {
    needs: ['java', 'rust'],
    generate: openapiGenerator('rust', 'packageName=ordering,packageVersion=1.0.0'),
    compile: () => ['cargo', 'build', '--quiet', '--locked'],
    start: ['openapi-generator-rust/target/debug/generators'],
  },
  'oapi-codegen': {
    needs: ['go'],
    generate: ['go', 'tool', 'oapi-codegen', '-config', 'config.yaml', '-o', 'client/client.go', '../openapi.json'],
    start: ['go', 'run', '.'],
  },
  ogen: {
    needs: ['go'],
    generate: ['go', 'tool', 'ogen', '--config', 'config.yaml', '--target', 'client', '--package', 'client', '--clean', '../openapi.json'],
    start: ['go', 'run', '.'],
  },
  'openapi-python-client': {
    needs: ['python'],
    generate: [
      'venv/bin/openapi-python-client',
      'generate',
      '--path',
      '../openapi.json',
      '--meta',
      'none',
      '--output-path',
      'client',
      '--overwrite',
    ],
    start: ['venv/bin/python', 'main.py'],
  },
  'hey-api': { ...typescript, generate: npmTool('openapi-ts', '-i', '../openapi.json', '-o', 'client', '-c', '@hey-api/client-fetch') },
  orval: { ...typescript, generate: npmTool('orval') },
  'openapi-typescript': { ...typescript, generate: npmTool('openapi-typescript', '../openapi.json', '-o', 'client/types.ts') },
  'openapi-zod-client': { ...typescript, generate: npmTool('openapi-zod-client', '../openapi.json', '-o', 'client/client.ts') },
  postman: {
    needs: ['npm'],
    generate: npmTool('openapi2postmanv2', '-s', '../openapi.json', '-o', 'client/collection.json', '-O', examplesOnly),
    start: ['node', 'main.mjs'],
  },
};

const filesOf = (name: string, pattern: string): string[] => globSync(pattern, { cwd: join(folder, name) });
