import type { IncomingHttpHeaders } from 'node:http';
import { ProtocolRefusal } from '@partner-ordering/http';
import type { ByteRange } from '../../storage/storage.ts';

/**
 * The requested range (RFC 9110, section 14); undefined for the whole file: without `Range`, with an invalid one or several, or when
 * `If-Range` names another version. 416 for a range beyond the end. range-parser answers 416 for invalid and long suffix ranges, too.
 */
export function rangeOf({ range, 'if-range': ifRange }: IncomingHttpHeaders, sizeBytes: number, tag: string): ByteRange | undefined {
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
