import { protocolErrors } from '@partner-ordering/http';
import { create } from 'xmlbuilder2';
import { errorAnswer } from '../exchange/answers.ts';
import type { Answer } from '../exchange/answers.ts';
import type { Root } from '../../generated/models.ts';

const offered = ['application/json', 'application/xml', 'text/xml'] as const;

/** The service root as JSON or XML; 406 if the client accepts neither (RFC 9110, section 12.5.1). */
export function rootAnswers(info: Root): (accept: string | undefined) => Answer {
  const json = JSON.stringify(info);
  const xml = create({ version: '1.0', encoding: 'UTF-8' }, { api: info }).end();
  return (accept) => {
    const type = preferredType(accept, offered);
    if (!type) return errorAnswer(protocolErrors.notAcceptable(offered));
    const headers = { 'content-type': `${type}; charset=utf-8`, vary: 'Accept', 'cache-control': 'no-cache' };
    return { status: 200, headers, body: type === 'application/json' ? json : xml };
  };
}

interface MediaRange {
  type: string;
  subtype: string;
  quality: number;
}

/** The offered type with the highest quality, the earlier one among equals; null when none is acceptable. */
export function preferredType<Type extends string>(accept: string | undefined, types: readonly Type[]): Type | null {
  if (accept === undefined || accept.trim() === '') return types[0] ?? null;
  const ranges = accept.split(',').map(parseRange);
  let best: Type | null = null;
  let bestQuality = 0;
  for (const type of types) {
    const quality = qualityOf(type, ranges);
    if (quality > bestQuality) [best, bestQuality] = [type, quality];
  }
  return best;
}

function parseRange(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [type = '', subtype = ''] = range.split('/');
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, subtype, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The most specific range decides, so that a type can be excluded from a wildcard. */
function qualityOf(offer: string, ranges: readonly MediaRange[]): number {
  const [type, subtype] = offer.split('/');
  const exact = ranges.find((range) => range.type === type && range.subtype === subtype);
  const family = ranges.find((range) => range.type === type && range.subtype === '*');
  const any = ranges.find((range) => range.type === '*' && range.subtype === '*');
  return (exact ?? family ?? any)?.quality ?? 0;
}
