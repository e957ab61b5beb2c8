import { invalid, type Database } from '@partner-ordering/data';
import { type InternalRead, type InternalWrite } from '@partner-ordering/http';
import { crashPoint } from '@partner-ordering/messaging';
import { isAdmin, mayRead } from './domain/access.ts';
import type { Addresses } from './domain/address.ts';
import { claim, release } from './domain/claims.ts';
import { keepDocument, type Document } from './domain/document.ts';
import { uploadFormFor } from './domain/upload-grant.ts';
import { findFiles, type FileRow } from './resources/files.ts';
import { isPath, type Storage } from './storage/storage.ts';

export interface InternalParts {
  database: Database;
  storage: Storage;
  addresses: Addresses;
  issuer: string;
  clock: () => Date;
}

/** A file as the services that hold it need it. */
export interface ClaimedFile {
  path: string;
  /** Stable and unsigned; read through `GET /v1/files/{url}`. */
  url: string;
  /** Of an image: where it is shown; `-icon` and `-thumb` are put behind it. Else null. */
  image_url: string | null;
  name: string;
  content_type: string;
  size: number;
}

/** The answer to a claim: all files claimed, or, where any is refused, none. */
export interface ClaimAnswer {
  files: ClaimedFile[];
  /** As they were named, each with the reason. */
  refused: { given: string; message: string }[];
}

const MAX_PATHS = 200;

interface ClaimBody {
  /** Paths, or addresses as clients have them. */
  paths: string[];
  /**
   * Path of the resource that the files are to belong to; whoever sees it reads them. `{path}` in it stands for each file's path.
   * Null only asks whether the user could attach them.
   */
  holder: string | null;
  /** Gid of who attaches them: uploaded them, or may read them already. */
  user: string;
}

/**
 * `POST /internal/claims` and `/internal/releases`, for the services to whose resources files belong; `POST /internal/documents`
 * (content in base64, 700 KB at most) for what a service has made itself.
 */
export function internalWrites(parts: InternalParts): Record<string, InternalWrite> {
  const { database } = parts;
  return {
    '/claims': async (body, { service, ask, now }): Promise<ClaimAnswer> => {
      const { paths: given, holder, user } = claimOf(body);
      const reader = { user, isAdmin: await isAdmin(database, user) };
      const named = given.map((text) => ({ given: text, path: pathOf(parts, text) }));
      const known = new Map(
        (await findFiles(database, [...new Set(named.flatMap(({ path }) => path ?? []))])).map((file) => [file.path, file]),
      );
      const refused: ClaimAnswer['refused'] = [];
      for (const { given: text, path } of named) {
        const file = known.get(path ?? '');
        const isAllowed = file && (file.uploader === user || (await mayRead(file, reader, ask)));
        if (!isAllowed) refused.push({ given: text, message: path === undefined ? 'is no file of ours' : 'there is no such file' });
      }
      if (refused.length > 0) return { files: [], refused };
      const paths = [...known.keys()];
      const isDone = holder === null || (await database.transactional((tx) => claim(tx, { service, holder, paths }, now)));
      if (!isDone) return { files: [], refused: given.map((text) => ({ given: text, message: 'there is no such file' })) };
      crashPoint('claim');
      return { files: named.map(({ path }) => claimedFile(parts, known.get(path!)!)), refused: [] };
    },
    '/documents': async (body, { service, now }) => {
      await keepDocument(parts, { service, ...documentOf(body) }, now);
      return { url: urlOf(parts, (body as { path: string }).path) };
    },
    '/releases': async (body, { service, now }) => {
      const { paths: given, holder } = claimOf({ user: '', ...(body as object) });
      if (holder === null) throw invalid({ path: 'holder', message: 'is required' });
      const paths = given.flatMap((text) => pathOf(parts, text) ?? []);
      await database.transactional((tx) => release(tx, { service, holder, paths }, now));
      return {};
    },
  };
}

/** `GET /internal/upload_form?user=<gid>`, for identity. */
export const internalReads = ({ storage, clock }: InternalParts): Record<string, InternalRead> => ({
  '/upload_form': async (parameters) => uploadFormFor(storage, parameters.get('user') ?? '', clock()),
});

function claimOf(body: unknown): ClaimBody {
  const { paths, holder, user } = (body ?? {}) as Record<string, unknown>;
  const isList = Array.isArray(paths) && paths.length <= MAX_PATHS && paths.every((path) => typeof path === 'string');
  if (!isList || (typeof holder !== 'string' && holder !== null) || typeof user !== 'string')
    throw invalid({ path: 'body', message: 'must have paths, holder and user' });
  return { paths: paths as string[], holder, user };
}

function pathOf({ addresses }: InternalParts, given: string): string | undefined {
  try {
    return addresses.pathOf(given, 'path');
  } catch {
    return undefined;
  }
}

function documentOf(body: unknown): Omit<Document, 'service'> {
  const { path, holder, name, content_type: contentType, content } = (body ?? {}) as Record<string, unknown>;
  const texts = [path, holder, name, contentType, content];
  if (!texts.every((text) => typeof text === 'string') || !isPath(path as string))
    throw invalid({ path: 'body', message: 'must have path, holder, name, content_type and content' });
  return { path, holder, name, contentType, content: Buffer.from(content as string, 'base64') } as Omit<Document, 'service'>;
}

const urlOf = ({ issuer }: Pick<InternalParts, 'issuer'>, path: string): string => `${issuer}/v1/storage/${path}`;

const claimedFile = ({ issuer }: InternalParts, { path, name, contentType, sizeBytes, image }: FileRow): ClaimedFile => ({
  path,
  url: urlOf({ issuer }, path),
  image_url: image && `${issuer}/v1/img/${path}`,
  name,
  content_type: contentType,
  size: sizeBytes,
});
