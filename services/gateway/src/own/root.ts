import type { IncomingHttpHeaders } from 'node:http';
import { acceptedType, protocolErrors } from '@partner-ordering/http';
import { errorAnswer, type Answer } from '../exchange/answers.ts';
import type { Root } from '../../generated/models.ts';

const offered = ['application/json', 'application/xml', 'text/xml'];
const PAGE = 'text/html';
const commonHeaders = { vary: 'Accept', 'cache-control': 'no-cache' };

/** The service root as JSON or XML; the console for a browser that likes pages better; 406 for other types (RFC 9110, section 12.5.1). */
export function rootAnswers(info: Root): (headers: Pick<IncomingHttpHeaders, 'accept'>, leadsToConsole: boolean) => Answer {
  const json = JSON.stringify(info);
  const fields = Object.entries(info).map(([name, text]) => `<${name}>${escaped(String(text))}</${name}>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?><api>${fields.join('')}</api>`;
  return (requestHeaders, leadsToConsole) => {
    const type = acceptedType(requestHeaders, leadsToConsole ? [...offered, PAGE] : offered);
    if (type === undefined) return errorAnswer(protocolErrors.notAcceptable(offered));
    if (type === PAGE) return { status: 303, headers: { location: '/console/', ...commonHeaders }, body: null };
    const headers = { 'content-type': `${type}; charset=utf-8`, ...commonHeaders };
    return { status: 200, headers, body: type === 'application/json' ? json : xml };
  };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
