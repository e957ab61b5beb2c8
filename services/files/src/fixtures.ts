import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceTokens } from '@partner-ordering/auth';
import type { ServiceConfig } from '@partner-ordering/http';
import { serviceSecret, testService, type TestService } from '@partner-ordering/testing';
import type { ClaimAnswer } from './internal.ts';
import { createFiles } from './service.ts';
import type { UploadForm } from './storage/storage.ts';

export const issuer = 'https://partner-ordering.test';

/** What a test uploads. */
export interface TestFile {
  content: string | Uint8Array<ArrayBuffer>;
  name?: string;
  type?: string;
}

/** A files service of a test's own, on a folder of its own. */
export interface TestFiles extends TestService {
  folder: string;
  /** Asks or tells the service as another service does. */
  internal(service: string, path: string, body?: object): Promise<{ status: number; body: unknown }>;
  form(user: string): Promise<UploadForm>;
  /** Sends a form as a browser would. */
  send(form: UploadForm, file: TestFile): Promise<Response>;
  /** Uploads for a user and answers the path. */
  upload(user: string, file?: TestFile): Promise<string>;
  claim(body: { paths: string[]; user: string; holder?: string | null; service?: string }): Promise<ClaimAnswer>;
  /** Says whether a user sees a resource of ordering. */
  see(href: string, user: string, visible: boolean): void;
  /** A public address as this machine reaches it. */
  reach(url: string): string;
  /** Names of the files that are stored. */
  stored(): Promise<string[]>;
}

export const holder = '/v1/projects/019a0000-0000-7000-8000-000000000001';

export async function testFiles(overrides: Partial<ServiceConfig> = {}): Promise<TestFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-ordering-files-'));
  const files = await testService('files', (config) => createFiles({ ...config, folder }), overrides);
  const reach = (url: string): string => url.replace(issuer, files.url);
  const tokens = (service: string) => serviceTokens({ secret: serviceSecret, service, clock: () => new Date() });
  const internal: TestFiles['internal'] = async (service, path, body) => {
    const response = await fetch(`${files.url}/internal${path}`, {
      headers: { authorization: `Bearer ${await tokens(service).issue('files')}`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: await response.json() };
  };
  const form = async (user: string) => (await internal('identity', `/upload_form?user=${user}`)).body as UploadForm;
  const send: TestFiles['send'] = ({ action, fields, file_field }, { content, name = 'brief.txt', type = '' }) => {
    const data = new FormData();
    for (const [field, value] of Object.entries(fields)) data.append(field, value);
    data.append(file_field, new Blob([content], { type }), name);
    return fetch(reach(action), { method: 'POST', body: data });
  };
  return {
    ...files,
    ...{ folder, internal, form, send, reach },
    upload: async (user, file = { content: 'A loaf and an anchor' }) => {
      const given = await form(user);
      const response = await send(given, file);
      if (response.status !== 201) throw new Error(`The upload was answered ${response.status}: ${await response.text()}`);
      return given.fields['key']!;
    },
    claim: async ({ service = 'ordering', ...body }) => (await internal(service, '/claims', { holder, ...body })).body as ClaimAnswer,
    see: (href, user, visible) => files.answer(`/internal/visible?${new URLSearchParams({ href, user }).toString()}`, { visible }),
    stored: () => readdir(join(folder, 'stored')),
    stop: async () => {
      await files.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
