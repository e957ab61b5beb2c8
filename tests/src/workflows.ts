import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyWebhook } from '@partner-ordering/client';
import { startReceiver, type ApiClient } from '@partner-ordering/testing';
import { runCommand, type Program } from './program.ts';
import { demoGids, signingIn } from './test-system.ts';

const root = join(import.meta.dirname, '../..');

/** What the workflows of docs/partners/workflows are given, by the names of their inputs. */
type Inputs = Readonly<Record<string, string>>;

/** Inputs with which the workflows succeed at a system with the demo data, and the server of its events; disposing ends it. */
export async function demoInputs(url: string): Promise<{ inputs: Inputs } & AsyncDisposable> {
  const signIn = (email: string, scope?: string): Promise<ApiClient> => signingIn(url).signIn(email, scope);
  const manager = await signIn('manager@example.com');
  const receiver = await startReceiver();
  const webhooks = `/v1/orgs/${demoGids.harbourBakery}/webhooks`;
  receiver.answer = async (_request, response) => {
    const { body, headers } = receiver.received.at(-1)!;
    const { items } = (await manager.get(webhooks)).body;
    const { gid } = items.find((webhook: { url: string }) => webhook.url === receiver.url);
    const { secret } = (await manager.get(`${webhooks}/${gid}/secret`)).body;
    const status = await verifyWebhook(body, headers, secret).then(
      () => 204,
      () => 401,
    );
    response.writeHead(status).end();
  };
  const inputs = {
    clientId: 'demo-app',
    clientSecret: 'demo-secret',
    email: 'colleague@example.com',
    password: 'demo-password',
    token: (await signIn('colleague@example.com')).token!,
    uploadToken: (await signIn('colleague@example.com', 'upload_files')).token!,
    managerToken: manager.token!,
    staffToken: (await signIn('admin@example.com')).token!,
    inviteeEmail: 'user@other.example.com',
    inviteeToken: (await signIn('user@other.example.com')).token!,
    organization: demoGids.harbourBakery,
    product: '019a0000-0000-7000-8000-0000000c0001',
    receiver: receiver.url,
  };
  return { inputs, [Symbol.asyncDispose]: () => receiver.close() };
}

/** Runs all workflows at a system, one after the other, by Redocly's runner, which also checks the answers by the document. */
export function respect(url: string, inputs: Inputs): Program {
  const files = globSync('docs/partners/workflows/*.arazzo.yaml', { cwd: root }).sort();
  const given = Object.entries(inputs).map(([name, value]) => `${name}=${value}`);
  return runCommand('node_modules/.bin/redocly', ['respect', ...files, '--server', `api=${url}`], {
    REDOCLY_CLI_RESPECT_INPUT: given.join(),
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  });
}

/** The programs of the guides in a language, by the names of their workflows. */
export function guidePrograms(language: 'ts' | 'python'): [name: string, text: string][] {
  const pages = globSync('docs/partners/*.md', { cwd: root }).map((page) => readFileSync(join(root, page), 'utf8'));
  const blocks = new RegExp(`<!-- tabs: (\\S+) -->.*?\`\`\`${language}\\n(.*?)\`\`\``, 'gs');
  return pages.flatMap((page) => [...page.matchAll(blocks)].map(([, name, text]): [string, string] => [name!, text!])).sort();
}

/** Runs the programs of the guides in a folder, one after the other in one process. */
export function runGuides(language: 'ts' | 'python', url: string, inputs: Inputs, folder: string): Program {
  const client = JSON.stringify(join(root, 'libs/client/src/index.ts'));
  const files = guidePrograms(language).map(([name, text]) => {
    const file = join(folder, `${name}.${language === 'ts' ? 'mts' : 'py'}`);
    writeFileSync(file, text.replace("'partner-ordering'", client));
    return file;
  });
  copyFileSync(join(root, 'docs/partners/workflows/brief.txt'), join(folder, 'brief.txt'));
  const given = Object.entries(inputs).map(([name, value]) => [name.replaceAll(/[A-Z]/g, '_$&').toUpperCase(), value]);
  const variables = { ...Object.fromEntries(given), API: url, HOME: folder };
  return language === 'ts'
    ? runCommand(process.execPath, ['-e', 'for (const file of process.argv.slice(1)) await import(file)', ...files], variables, folder)
    : runCommand('python3', ['-c', 'import runpy, sys; [runpy.run_path(file) for file in sys.argv[1:]]', ...files], variables, folder);
}
