import { Failure, invalid, type Principal } from '@partner-ordering/kernel';
import type { Database } from '@partner-ordering/data';
import type { Ask, AttachAnswer, FileDescription, InternalRead, InternalWrite } from '@partner-ordering/http';
import { crashPoint } from '@partner-ordering/messaging';
import { isAdmin, mayRead } from './domain/access.ts';
import type { Addresses } from './domain/address.ts';
import { filesAt, refusalIn } from './domain/record-upload.ts';
import { attach, detach } from './domain/attachments.ts';
import { storeDocument, type Document } from './domain/document.ts';
import { uploadFormFor } from './domain/upload-grant.ts';
import type { FileRow } from './domain/find-file.ts';
import { isPath, type Storage } from './storage/storage.ts';

export interface InternalParts {
  database: Database;
  storage: Storage;
  addresses: Addresses;
  issuer: string;
  clock: () => Date;
}

const MAX_PATHS = 200;
const ABSENT = 'there is no such file';

interface AttachRequest {
  /** Paths, or addresses that clients have. */
  paths: string[];
  /**
   * Path of the resource to attach the files to: whoever sees it may read them. `{path}` in it stands for each file's path. Null only
   * asks whether the user could attach them.
   */
  holder: string | null;
  /** Gid of the user who attaches the files: the one who uploaded them, or one who may read them already. */
  user: string;
}

/**
 * `POST /internal/claims` attaches files to a resource of the calling service, `POST /internal/releases` detaches them, and
 * `POST /internal/documents` stores a file that the service made itself (content in base64, 700 KB at most).
 */
export function internalWrites(parts: InternalParts): Record<string, InternalWrite> {
  const { database, storage } = parts;
  return {
    '/claims': async (body, { service, ask, now }): Promise<AttachAnswer> => {
      const { paths: given, holder, user } = attachRequestOf(body);
      const reader = { user, isAdmin: await isAdmin(database, user) };
      const named = await Promise.all(given.map(async (text) => ({ given: text, path: await pathOf(parts, text) })));
      const found = await filesAt({ database, storage, now }, [...new Set(named.flatMap(({ path }) => path ?? []))]);
      const files = new Map<string, FileRow>();
      const refused: AttachAnswer['refused'] = [];
      for (const { given: text, path } of named) {
        const file = found.get(path ?? '');
        const message = path === undefined ? 'is no file of ours' : await objection(file, reader, ask);
        if (message !== undefined) refused.push({ given: text, message });
        else files.set(text, file as FileRow);
      }
      if (refused.length > 0) return { files: [], refused };
      const paths = [...new Set([...files.values()].map(({ path }) => path))];
      const isDone = holder === null || (await database.transactional((tx) => attach(tx, { service, holder, paths }, now)));
      if (!isDone) return { files: [], refused: given.map((text) => ({ given: text, message: ABSENT })) };
      crashPoint('claim');
      return { files: given.map((text) => descriptionOf(parts, files.get(text)!)), refused: [] };
    },
    '/documents': async (body, { service, now }) => {
      await storeDocument(parts, { service, ...documentOf(body) }, now);
      return { url: urlOf(parts, (body as { path: string }).path) };
    },
    '/releases': async (body, { service, now }) => {
      const { paths: given, holder } = attachRequestOf({ user: '', ...(body as object) });
      if (holder === null) throw invalid({ path: 'holder', message: 'is required' });
      const paths = (await Promise.all(given.map((text) => pathOf(parts, text)))).filter((path) => path !== undefined);
      await database.transactional((tx) => detach(tx, { service, holder, paths }, now));
      return {};
    },
  };
}

/**
 * Why a user may not attach a file; undefined when they may. Only its uploader can name an upload that was refused, and learns why it was.
 */
async function objection(
  file: FileRow | Failure | undefined,
  reader: Pick<Principal, 'user' | 'isAdmin'>,
  ask: Ask,
): Promise<string | undefined> {
  if (file instanceof Failure) return file.details?.[0]?.message ?? ABSENT;
  return file && (file.uploader === reader.user || (await mayRead(file, reader, ask))) ? undefined : ABSENT;
}

/** `GET /internal/upload_form?user=<gid>`, for identity. */
export const internalReads = ({ storage, clock }: InternalParts): Record<string, InternalRead> => ({
  '/upload_form': async (parameters) => uploadFormFor(storage, parameters.get('user') ?? '', clock()),
});

function attachRequestOf(body: unknown): AttachRequest {
  const { paths, holder, user } = (body ?? {}) as Record<string, unknown>;
  const isList = Array.isArray(paths) && paths.length <= MAX_PATHS && paths.every((path) => typeof path === 'string');
  if (!isList || (typeof holder !== 'string' && holder !== null) || typeof user !== 'string')
    throw invalid({ path: 'body', message: 'must have paths, holder and user' });
  return { paths: paths as string[], holder, user };
}

const pathOf = ({ addresses }: InternalParts, given: string): Promise<string | undefined> =>
  addresses.pathOf(given, 'path').catch((error: unknown) => void refusalIn(error));

function documentOf(body: unknown): Omit<Document, 'service'> {
  const { path, holder, name, content_type: contentType, content } = (body ?? {}) as Record<string, unknown>;
  const texts = [path, holder, name, contentType, content];
  if (!texts.every((text) => typeof text === 'string') || !isPath(path as string))
    throw invalid({ path: 'body', message: 'must have path, holder, name, content_type and content' });
  return { path, holder, name, contentType, content: Buffer.from(content as string, 'base64') } as Omit<Document, 'service'>;
}

const urlOf = ({ issuer }: Pick<InternalParts, 'issuer'>, path: string): string => `${issuer}/v1/storage/${path}`;

const descriptionOf = ({ issuer }: InternalParts, { path, name, contentType, sizeBytes, image }: FileRow): FileDescription => ({
  path,
  url: urlOf({ issuer }, path),
  image_url: image && `${issuer}/v1/img/${path}`,
  name,
  content_type: contentType,
  size: sizeBytes,
});
