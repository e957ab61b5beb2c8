import { frenchAddressFaults } from './address-messages.ts';
import type { Detail } from '@partner-ordering/client';
import { sentenceOf } from '@partner-ordering/kernel/faults';
import { faults as query } from '../../../libs/data/src/faults.ts';
import { faults as http } from '../../../libs/http/src/faults.ts';
import { faults as outbound } from '../../../libs/outbound/src/faults.ts';
import { faults as billing } from '../../../services/billing/src/faults.ts';
import { faults as catalog } from '../../../services/catalog/src/faults.ts';
import { faults as files } from '../../../services/files/src/faults.ts';
import { faults as identity } from '../../../services/identity/src/faults.ts';
import { faults as notifications } from '../../../services/notifications/src/faults.ts';
import { faults as ordering } from '../../../services/ordering/src/faults.ts';
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

const faults: Readonly<Record<string, object>> = {
  ...http,
  ...query,
  ...outbound,
  ...identity,
  ...catalog,
  ...ordering,
  ...billing,
  ...files,
  ...notifications,
};

/** The French of a detail, by its code; undefined for a code that is newer than this build. */
export function faultInFrench({ code, params = {} }: Detail): string | undefined {
  const fault = faults[code];
  return fault && sentenceOf(fault, 'fr', params);
}
