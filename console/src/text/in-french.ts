import { frenchAddressFaults } from './address-messages.ts';
import type { Detail } from '@partner-ordering/client';
import { filledIn, mustBe, type FaultParams } from '@partner-ordering/kernel/faults';
import { frenchFaults } from '../../generated/french-faults.ts';
import { frenchMessages } from './api-messages.ts';

const patternsOf = (messages: Readonly<Record<string, string>>) =>
  Object.entries(messages).map(([english, french]) => {
    const pattern = english.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w*\}/g, '(.+?)');
    return { pattern: new RegExp(`^${pattern}$`, 's'), gaps: english.match(/\{\w*\}/g) ?? [], french };
  });

const addressFaults = patternsOf(frenchAddressFaults);
const patterns = [...patternsOf(frenchMessages), ...addressFaults];
const tables: Readonly<Record<string, typeof patterns>> = { '{words}': patterns, '{address}': addressFaults };

/** The French of a message of the API; undefined where there is none. */
export function inFrench(message: string, among = patterns): string | undefined {
  for (const { pattern, gaps, french } of among) {
    const given = pattern
      .exec(message)
      ?.slice(1)
      .map((part, place) => (tables[gaps[place]!] ? inFrench(part, tables[gaps[place]!]) : part));
    if (given && !given.includes(undefined)) return french.replaceAll(/\$(\d)/g, (_, place) => given[Number(place) - 1]!);
  }
  return undefined;
}

const schemaFaults = new Set(['wrong_type', 'wrong_format', 'not_one_of', 'out_of_range']);

/** The French of a detail, by its code; undefined for a code that is newer than this build. */
export function faultInFrench({ code, params = {} }: Detail): string | undefined {
  if (schemaFaults.has(code)) return mustBe.fr(params);
  const sentence = frenchFaults[code];
  return sentence === undefined ? undefined : filledIn(sentence, params);
}
