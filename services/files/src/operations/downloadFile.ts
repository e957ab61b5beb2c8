import type { IncomingHttpHeaders } from 'node:http';
import { noteOrganization } from '@partner-ordering/data';
import { ProtocolRefusal, redirect, type Redirect, reply, type Reply } from '@partner-ordering/http';
import { invalid, notFound } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { findFile } from '../domain/find-file.ts';
import { mustHaveContent } from '../domain/lost-content.ts';
import { faults } from '../faults.ts';
import type { ByteRange } from '../storage/storage.ts';
import { contentHeaders, fileTag } from './serving/content-headers.ts';
import { readableFile, signedAddress } from './serving/files.ts';

export const downloadFile: Operations['downloadFile'] = async (context) => {
  const { expires, signature } = context.query;
  if (expires === undefined && signature === undefined) return redirectToSigned(context);
  if (expires === undefined) throw invalid(faults.required('expires'));
  if (signature === undefined) throw invalid(faults.required('signature'));
  return serve(context, { expires, signature });
};

type Context = Parameters<Operations['downloadFile']>[0];

/** Redirects a reader of the file from its stable `url` to a signed address. */
async function redirectToSigned(context: Context): Promise<Redirect> {
  const file = await readableFile(context, await context.signedIn(), context.path.path);
  const { url } = await signedAddress(context, file);
  return redirect(url, { 'Cache-Control': 'no-store' });
}

async function serve(
  { path: { path }, headers, now, database, storage }: Context,
  address: { expires: string; signature: string },
): Promise<Reply> {
  const { endpoint } = storage;
  if (!endpoint?.isSigned(path, address)) throw new ProtocolRefusal({ status: 403, message: 'This address was changed' });
  if (Number(address.expires) * 1000 <= now.getTime())
    throw new ProtocolRefusal({ status: 403, reason: 'expired', message: 'This address has expired' });
  const file = await findFile(database, path);
  if (!file) throw notFound('file');
  noteOrganization(file.organization);
  await mustHaveContent({ storage }, path);

  const { sizeBytes } = file;
  const commonHeaders = {
    ...contentHeaders(file),
    'Accept-Ranges': 'bytes',
    ETag: fileTag(file),
    'Cache-Control': 'private, max-age=900, immutable',
  };
  const range = rangeOf(headers, sizeBytes, commonHeaders.ETag);
  if (!range) return reply(200, storage.read(path), { ...commonHeaders, 'Content-Length': String(sizeBytes) });
  const { start, end } = range;
  return reply(206, storage.read(path, range), {
    ...commonHeaders,
    'Content-Range': `bytes ${start}-${end}/${sizeBytes}`,
    'Content-Length': String(end - start + 1),
  });
}

/**
 * The requested range (RFC 9110, section 14); undefined for the whole file: without `Range`, with an invalid one or several, or when
 * `If-Range` names another version. 416 for a range beyond the end. range-parser answers 416 for invalid and long suffix ranges, too.
 */
function rangeOf({ range, 'if-range': ifRange }: IncomingHttpHeaders, sizeBytes: number, tag: string): ByteRange | undefined {
  if (range === undefined || (ifRange !== undefined && ifRange !== tag)) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (start > end)
    throw new ProtocolRefusal({ status: 416, message: 'The file has no such range', headers: { 'Content-Range': `bytes */${sizeBytes}` } });
  return { start, end };
}
