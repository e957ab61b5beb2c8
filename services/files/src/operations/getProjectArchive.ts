import { addAbortListener } from 'node:events';
import { Readable } from 'node:stream';
import { noteOrganization } from '@partner-ordering/data';
import { ProtocolRefusal, protocolErrors, reply } from '@partner-ordering/http';
import { notFound, Slots } from '@partner-ordering/kernel';
import pLimit from 'p-limit';
import type { Operations } from '../../generated/operations.ts';
import { archiveBytes, archiveOf, type ArchiveEntry } from '../domain/archive/archive.ts';
import { entryNames } from '../domain/archive/safe-names.ts';
import { findFiles } from '../domain/find-file.ts';
import { canBeRead } from '../domain/keep-upload.ts';
import { mustHaveContent } from '../domain/lost-content.ts';
import { contentHeaders } from './serving/content-headers.ts';

const MOST_BYTES = 2 * 1024 ** 3;

/** Archives that a user downloads at the same time. */
const archives = new Slots(1);
/** Files of all archives that are looked for at the same time. */
const inSlot = pLimit(16);

export const getProjectArchive: Operations['getProjectArchive'] = async (context) => {
  const { principal, storage, now } = context;
  const project = await listFiles(context);
  if (!project) throw notFound('project');
  const entries = await entriesOf(context, project.files);
  const bytes = archiveBytes(entries);
  if (bytes > MOST_BYTES) throw new ProtocolRefusal({ status: 413, message: `The files have more than ${MOST_BYTES} bytes` });
  if (!archives.take(principal.user)) throw new ProtocolRefusal(protocolErrors.tooManyRequests(1000));
  // Not when the stream has ended: one whose storage hangs never does.
  addAbortListener(context.waiting(), () => archives.leave(principal.user));
  // A broken archive would tell nobody which file is lost; the others can be downloaded one by one.
  await inSlot.map(entries, ({ file, name }) => mustHaveContent(context, file.path, name));
  const confirmRight = (file: string) => mustStillSee(context, file);
  return reply(200, Readable.from(archiveOf({ storage, entries, now, confirmRight }), { objectMode: false }), {
    ...contentHeaders({ name: `${project.short_code}.zip`, contentType: 'application/zip' }),
    'Content-Length': String(bytes),
    'Cache-Control': 'no-store',
  });
};

type Context = Parameters<Operations['getProjectArchive']>[0];

/** Undefined for a user who does not see the project. Nothing is cached. */
const listFiles = ({ services, path: { gid }, principal }: Context, path?: string) =>
  services.ordering.listProjectFiles({ project: gid, user: principal.user, ...(path !== undefined && { path }) });

/** A token may expire during a download, but its session must go on. */
async function mustStillSee(context: Context, file: string): Promise<void> {
  context.requireSession();
  const project = await listFiles(context, file);
  if (!project?.files.some(({ path }) => path === file)) throw notFound('file');
}

/** The files whose bytes can be read; those of overwritten uploads are shown to nobody. */
async function entriesOf(context: Context, named: readonly { path: string; folder: string }[]): Promise<ArchiveEntry[]> {
  const paths = named.map(({ path }) => path);
  const rows = new Map((await findFiles(context.database, paths)).map((file) => [file.path, file]));
  const found = named.flatMap(({ path, folder }) => {
    const file = rows.get(path);
    return file ? [{ file, folder, name: file.name }] : [];
  });
  for (const { file } of found) noteOrganization(file.organization);
  const readable = await Promise.all(found.map(({ file }) => canBeRead(context, file)));
  const kept = found.filter((_, index) => readable[index]);
  return entryNames(kept).map((name, index) => ({ name, file: kept[index]!.file }));
}
