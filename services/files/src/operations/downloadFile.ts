import { notFound } from '@partner-ordering/kernel';
import { HttpError, reply } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { findFile } from '../domain/find-file.ts';
import { contentHeaders } from './serving/content-headers.ts';
import { rangeOf } from './serving/range.ts';

export const downloadFile: Operations['downloadFile'] = async ({ path: { path }, query, headers, now, database, storage }) => {
  if (!storage.endpoint?.isReadable(path, query, now)) throw new HttpError(403, 'This address was changed or has expired');
  const file = await findFile(database, path);
  if (!file) throw notFound('file');

  const { sizeBytes, sha256 } = file;
  const common = {
    ...contentHeaders(file),
    'Accept-Ranges': 'bytes',
    // Without a hash it is one that clients sent past this service, and never changes.
    ETag: `"${sha256 ?? path}"`,
    'Cache-Control': 'private, max-age=900, immutable',
  };
  const range = rangeOf(headers, sizeBytes, common.ETag);
  if (!range) return reply(200, storage.read(path), { ...common, 'Content-Length': String(sizeBytes) });
  const { start, end } = range;
  return reply(206, storage.read(path, range), {
    ...common,
    'Content-Range': `bytes ${start}-${end}/${sizeBytes}`,
    'Content-Length': String(end - start + 1),
  });
};
