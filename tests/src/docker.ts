import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const runFile = promisify(execFile);

/** The standard output of a command. Throws an Error with its standard error if it fails. */
async function command(file: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> {
  try {
    const { stdout } = await runFile(file, args, { cwd: root, env: { ...process.env, ...environment }, maxBuffer: 1 << 26 });
    return stdout.trim();
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`${file} ${args.join(' ')}: ${stderr.trim() || message}`, { cause: error });
  }
}

export const docker = (...args: string[]): Promise<string> => command('docker', args);

/** The part of `docker inspect` that the tests look at. */
export interface Inspected {
  Size: number;
  Config: { User: string; Env: string[]; Labels: Record<string, string>; StopSignal: string; Healthcheck?: { Test: string[] } };
  State: { ExitCode: number; Running: boolean; Health?: { Status: string } };
  HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[] | null };
}

export const inspect = async (name: string): Promise<Inspected> => (JSON.parse(await docker('inspect', name)) as [Inspected])[0];

/** compose.yaml under a project name of its own; by the plugin of docker where there is one, else by the program docker-compose. */
export interface Compose {
  run(...args: string[]): Promise<string>;
  /** Id of a service's container, running or not. */
  container(service: string): Promise<string>;
}

export async function composeProject(name: string, environment: Readonly<Record<string, string>>): Promise<Compose> {
  const [file, ...first] = await docker('compose', 'version').then(
    () => ['docker', 'compose'],
    () => ['docker-compose'],
  );
  const run = (...args: string[]): Promise<string> => command(file!, [...first, '--project-name', name, ...args], environment);
  return { run, container: (service) => docker('ps', '--all', '--quiet', ...labels(name, service)) };
}

const labels = (project: string, service: string): string[] =>
  [`label=com.docker.compose.project=${project}`, `label=com.docker.compose.service=${service}`].flatMap((label) => ['--filter', label]);
