import { faultTexts, MAX_HEADER_BYTES, protocolErrors, type PublicError } from '@partner-ordering/http';
import { MAX_URL_LENGTH } from '../config.ts';
import { invalidError } from '../exchange/answers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Incoming } from '../exchange/http2-request.ts';

/** What is wrong with the head of a request, whatever it asks for: its length, its hosts, its URL. */
export function headFault({ request, target }: Pick<Exchange, 'request' | 'target'>): PublicError | undefined {
  if (isHeadTooLarge(request)) return protocolErrors.headTooLarge;
  const hosts = countHosts(request);
  if (hosts > 1) return invalidError({ path: 'Host', message: faultTexts.repeated });
  if (hosts === 0 && request.httpVersion !== '1.0') return invalidError({ path: 'Host', message: faultTexts.required });
  if (target.length > MAX_URL_LENGTH) return protocolErrors.urlTooLong;
  return /^[!-~]*$/.test(target) && !target.includes('#') ? undefined : invalidError({ path: 'url', message: faultTexts.notEncoded });
}

/**
 * Of HTTP/2 alone, as HTTP/1.1 would count it: there the parser has refused it. Node's own limit holds from when a client has heard of it.
 */
const isHeadTooLarge = ({ http2, url = '', rawHeaders }: Incoming): boolean =>
  http2 !== undefined && rawHeaders.reduce((bytes, text) => bytes + text.length + 2, url.length) > MAX_HEADER_BYTES;

/** RFC 9112, section 3.2: two are refused, since a proxy in front may have read the other one. */
function countHosts({ rawHeaders }: Incoming): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]!.toLowerCase() === 'host') hosts += 1;
  return hosts;
}
