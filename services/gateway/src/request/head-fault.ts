import type { IncomingMessage } from 'node:http';
import { protocolErrors, type ErrorContent } from '@partner-ordering/http';
import { MAX_URL_LENGTH } from '../config.ts';
import { invalidError } from '../exchange/answers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { faults } from '../faults.ts';

/** What is wrong with the head of a request, whatever it asks for: its hosts and its URL. */
export function headFault({ request, target }: Pick<Exchange, 'request' | 'target'>): ErrorContent | undefined {
  const hosts = countHosts(request);
  if (hosts > 1) return invalidError(faults.duplicate_parameter('Host'));
  if (hosts === 0 && request.httpVersion !== '1.0') return invalidError(faults.required('Host'));
  if (target.length > MAX_URL_LENGTH) return protocolErrors.urlTooLong;
  return /^[!-~]*$/.test(target) && !target.includes('#') ? undefined : invalidError(faults.not_percent_encoded('url'));
}

/** RFC 9112, section 3.2: two are refused, since a proxy in front may have read the other one. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]!.toLowerCase() === 'host') hosts += 1;
  return hosts;
}
