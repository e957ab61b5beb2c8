import { protocolErrors } from '@partner-ordering/http';
import Negotiator from 'negotiator';
import { errorAnswer, type Answer } from '../exchange/answers.ts';
import type { Root } from '../../generated/models.ts';

const offered = ['application/json', 'application/xml', 'text/xml'];

/** The service root as JSON or XML; 406 if the client accepts neither (RFC 9110, section 12.5.1). */
export function rootAnswers(info: Root): (accept: string | undefined) => Answer {
  const json = JSON.stringify(info);
  const fields = Object.entries(info).map(([name, text]) => `<${name}>${escaped(String(text))}</${name}>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?><api>${fields.join('')}</api>`;
  return (accept) => {
    const type = new Negotiator({ headers: { accept: ranges(accept) } }).mediaType([...offered]);
    if (!type) return errorAnswer(protocolErrors.notAcceptable(offered));
    const headers = { 'content-type': `${type}; charset=utf-8`, vary: 'Accept', 'cache-control': 'no-cache' };
    return { status: 200, headers, body: type === 'application/json' ? json : xml };
  };
}

/** What a client accepts, without parameters such as `charset`, which would match nothing that is offered. */
const ranges = (accept = ''): string => accept.replaceAll(/;(?!\s*q\s*=)[^,;]*/gi, '').trim() || '*/*';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
