import { newGid } from '@partner-ordering/kernel';
import type { TestService } from './service.ts';

/** A stand-in that knows which files were uploaded, and by whom. */
export interface FilesStandIn {
  /** A new file of a user; answers its path. */
  upload(user: { gid: string }, kind?: 'image' | 'text'): string;
  addressOf(path: string): string;
  /** A file as whatever it is attached to shows it. */
  describe(path: string): { url: string; name: string; size: number; content_type: string; variations: object | null };
  /** `<path> <holder>` of every file that the service says is attached, oldest first. */
  attached(): Promise<string[]>;
}

/** Has this stand-in answer the service. */
export function filesStandIn(service: Pick<TestService, 'answer' | 'service'>): FilesStandIn {
  const uploads = new Map<string, { uploader: string; kind: 'image' | 'text' }>();
  const storage = 'https://partner-ordering.test/v1/storage/';
  const pathOf = (name: string): string => (name.startsWith(storage) ? name.slice(storage.length) : name);

  const imageAt = (folder: string, path: string): string => `https://partner-ordering.test/v1/${folder}/${path}`;
  const propertiesOf = (path: string) => ({ name: 'brief.txt', size: 20, content_type: isImage(path) ? 'image/png' : 'text/plain' });
  const isImage = (path: string): boolean => uploads.get(path)?.kind === 'image';

  const resolve = ({ user, names }: { user: string; names: string[] }): object => {
    const files = names.map((name) => {
      const path = pathOf(name);
      const upload = uploads.get(path);
      if (upload?.uploader !== user)
        return {
          given: name,
          file: null,
          refusal: { code: 'not_found', message: 'there is no such file', params: { resource: 'file' } },
          is_foreign: URL.canParse(name) && !name.startsWith('https://partner-ordering.test/'),
        };
      const [image_url, public_image_url] = ['img', 'p/img'].map((of) => (upload.kind === 'image' ? imageAt(of, path) : null));
      return { given: name, file: { path, url: storage + path, image_url, public_image_url, ...propertiesOf(path) }, refusal: null };
    });
    return { files };
  };
  service.answer('/internal/resolve', resolve);
  const findPaths = ({ names }: { names: string[] }): object => ({
    paths: names.map((given) => ({ given, path: given.startsWith(storage) ? pathOf(given) : null })),
  });
  service.answer('/internal/paths', findPaths);
  return {
    upload: ({ gid }, kind = 'text') => {
      const path = newGid();
      uploads.set(path, { uploader: gid, kind });
      return path;
    },
    addressOf: (path) => storage + path,
    describe: (path) => {
      const variation = (name: string) => ({ url: imageAt('img', path) + name });
      const variations = isImage(path) ? { icon: variation('-icon'), thumb: variation('-thumb') } : null;
      return { url: storage + path, ...propertiesOf(path), variations };
    },
    attached: async () => {
      const text = `select state from shared_state where type = 'attachment' and state is not null order by split_part(key, '/', 3)`;
      const rows = await service.service.database.query<{ state: { path: string; holder: string } }>({ text, values: [] });
      return rows.map(({ state: { path, holder } }) => `${path} ${holder}`);
    },
  };
}
