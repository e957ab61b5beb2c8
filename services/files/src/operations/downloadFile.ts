import { invalid, notFound } from '@partner-ordering/kernel';
import { ProtocolRefusal, redirect, reply, type Redirect, type Reply } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { faults } from '../faults.ts';
import { findFile } from '../domain/find-file.ts';
import { contentHeaders, fileTag } from './serving/content-headers.ts';
import { rangeOf } from './serving/range.ts';
import { readableFile } from './serving/readable-file.ts';
import { signedAddress } from './serving/signed-address.ts';

export const downloadFile: Operations['downloadFile'] = async (context) => {
  const { expires, signature } = context.query;
  if (expires === undefined && signature === undefined) return leadToSigned(context);
  if (expires === undefined) throw invalid(faults.required('expires'));
  if (signature === undefined) throw invalid(faults.required('signature'));
  return serve(context, { expires, signature });
};

type Context = Parameters<Operations['downloadFile']>[0];

/** Redirects whoever may read the file from its stable `url` to a signed address. */
async function leadToSigned(context: Context): Promise<Redirect> {
  const file = await readableFile(context, await context.signedIn(), context.path.path);
  const { url } = await signedAddress(context, file);
  return redirect(url, { 'Cache-Control': 'no-store' });
}

async function serve(
  { path: { path }, headers, now, database, storage }: Context,
  address: { expires: string; signature: string },
): Promise<Reply> {
  if (!storage.endpoint?.isReadable(path, address, now))
    throw new ProtocolRefusal({ status: 403, message: 'This address was changed or has expired' });
  const file = await findFile(database, path);
  if (!file) throw notFound('file');

  const { sizeBytes } = file;
  const common = {
    ...contentHeaders(file),
    'Accept-Ranges': 'bytes',
    ETag: fileTag(file),
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
}
