import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const sources = join(root, 'tests/generators');
/** The uncommitted folder where clients are generated and built, with the necessary tools. */
export const folder = join(root, '.cache/generators');
const MINUTES_MS = 60_000;

/** A program with its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** Tools of generators besides Node: installed at the versions of `pins`, unless they are there. */
const kits = {
  java: { pins: undefined, install: [['java', '-version']], missingReason: 'there is no Java' },
  npm: {
    pins: 'package-lock.json',
    install: [['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund']],
    missingReason: 'npm does not give its packages',
  },
  python: {
    pins: 'requirements.txt',
    install: [
      ['python3', '-m', 'venv', '--clear', 'venv'],
      [
        'venv/bin/python',
        '-m',
        'pip',
        'install',
        '--disable-pip-version-check',
        '--no-deps',
        '--only-binary=:all:',
        '-r',
        'requirements.txt',
      ],
    ],
    missingReason: 'there is no Python 3.11 with venv, or PyPI does not give its packages',
  },
  go: {
    pins: 'go.sum',
    install: [
      ['go', 'mod', 'download'],
      ['go', 'tool', 'oapi-codegen', '-version'],
      ['go', 'tool', 'ogen', '-version'],
    ],
    missingReason: 'there is no Go 1.26, or its proxy does not give its modules',
  },
  maven: {
    pins: 'pom.xml',
    install: [
      ['javac', '-version'],
      ['mvn', '--quiet', '--batch-mode', 'dependency:copy-dependencies', '-DoutputDirectory=lib'],
    ],
    missingReason: 'there is no JDK or Maven, or Maven Central does not give its packages',
  },
  php: {
    pins: undefined,
    install: [['php', '-r', "require 'GuzzleHttp/autoload.php'; mb_strlen('') + curl_version()['version_number'];"]],
    missingReason: "there is no PHP 8 with curl, mbstring and Debian's Guzzle",
  },
  ruby: { pins: undefined, install: [['ruby', '-r', 'typhoeus', '-e', '']], missingReason: 'there is no Ruby with Typhoeus' },
  rust: {
    pins: 'openapi-generator-rust/Cargo.lock',
    install: [['cargo', 'info', '--quiet', 'reqwest']],
    missingReason: 'there is no Rust 1.88, or crates.io does not give its crates',
  },
} satisfies Record<string, { pins: string | undefined; install: Command[]; missingReason: string }>;

export type Kit = keyof typeof kits;

/** Replaces the programs of tests/generators; the installed tools beside them stay. */
export function copyPrograms(): void {
  for (const client of globSync('*/{client,built}', { cwd: folder })) rmSync(join(folder, client), { recursive: true });
  cpSync(sources, folder, { recursive: true });
}

/** Installs a kit. Answers the reason if it cannot. */
export async function installKit(kit: Kit): Promise<string | undefined> {
  const { pins, install, missingReason } = kits[kit];
  const installed = join(folder, 'installed', kit);
  const pinnedVersions = pins === undefined ? undefined : readFileSync(join(sources, pins), 'utf8');
  if (pinnedVersions !== undefined && existsSync(installed) && readFileSync(installed, 'utf8') === pinnedVersions) return undefined;
  try {
    for (const command of install as Command[]) await run(command);
  } catch (error) {
    return `${missingReason}: ${(error as Error).message}`;
  }
  if (pinnedVersions === undefined) return undefined;
  mkdirSync(join(folder, 'installed'), { recursive: true });
  writeFileSync(installed, pinnedVersions);
  return undefined;
}

/**
 * Runs a command and answers its standard output. Throws an Error with the end of its whole output if it fails.
 * @param cwd below `folder`
 */
export async function run([program, ...args]: Command, cwd = '.', variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`, PYTHONUTF8: '1', ...variables };
  try {
    const options = { cwd: join(folder, cwd), env, maxBuffer: 1 << 28, timeout: 5 * MINUTES_MS };
    return (await promisify(execFile)(program.includes('/') ? join(folder, program) : program, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    const output = `${stdout}\n${stderr}`.trim() || message;
    throw new Error(`${program} ${args.join(' ').slice(0, 200)} failed:\n${output.slice(-3000)}`);
  }
}
