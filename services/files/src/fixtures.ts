import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceTokens } from '@partner-ordering/auth';
import type { ServiceConfig } from '@partner-ordering/http';
import { serviceSecret, testService, type TestService } from '@partner-ordering/testing';
import type { StoragePlace } from './environment.ts';
import type { ClaimAnswer } from './internal.ts';
import { createFiles, storageAt } from './service.ts';
import type { Storage, UploadForm } from './storage/storage.ts';

export const issuer = 'https://partner-ordering.test';

/** What a test uploads. */
export interface TestFile {
  content: string | Uint8Array<ArrayBuffer>;
  name?: string;
  type?: string;
}

/** A files service of a test's own, on a folder of its own. */
export interface TestFiles extends TestService {
  /** Where the files are, if they are in a folder. */
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
  storage: Storage;
  isStored(path: string): Promise<boolean>;
}

export const holder = '/v1/projects/019a0000-0000-7000-8000-000000000001';

/** Where the files of tests are; each service takes a place of its own there. */
export interface TestStorage {
  make(): Promise<{ place: StoragePlace; remove(): Promise<void> }>;
}

/** The storage that a container test runs the tests of this package on; else folders of this machine. */
let tested: TestStorage = {
  make: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'partner-ordering-files-'));
    return { place: { folder }, remove: () => rm(folder, { recursive: true, force: true }) };
  },
};
export const testOn = (other: TestStorage): void => void (tested = other);

export async function testFiles(overrides: Partial<ServiceConfig> = {}): Promise<TestFiles> {
  const { place, remove } = await tested.make();
  const files = await testService('files', (config) => createFiles({ ...config, storage: place }), overrides);
  const storage = await storageAt({ storage: place, issuer, serviceSecret, clock: () => new Date() });
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
    // AWS does so itself; other storages leave it as it is.
    for (const [field, value] of Object.entries(fields)) data.append(field, value === '${filename}' ? name : value);
    data.append(file_field, new Blob([content], { type }), name);
    return fetch(reach(action), { method: 'POST', body: data });
  };
  return {
    ...files,
    ...{ folder: 'folder' in place ? place.folder : '', internal, form, send, reach, storage },
    upload: async (user, file = { content: 'A loaf and an anchor' }) => {
      const given = await form(user);
      const response = await send(given, file);
      if (response.status !== 201) throw new Error(`The upload was answered ${response.status}: ${await response.text()}`);
      return given.fields['key']!;
    },
    claim: async ({ service = 'ordering', ...body }) => (await internal(service, '/claims', { holder, ...body })).body as ClaimAnswer,
    see: (href, user, visible) => files.answer(`/internal/visible?${new URLSearchParams({ href, user }).toString()}`, { visible }),
    isStored: async (path) => Boolean((await storage.stat(path)) ?? (await storage.uploaded(path))),
    stop: async () => {
      await files.stop();
      await remove();
    },
  };
}
