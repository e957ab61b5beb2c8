import { commonFaults, sentenceOf, type FaultParams } from '@partner-ordering/kernel/faults';
import { faults as query } from '../../../libs/data/src/faults.ts';
import { faults as http } from '../../../libs/http/src/faults.ts';
import { faults as outbound } from '../../../libs/outbound/src/faults.ts';
import { chargeFailure, faults as billing } from '../../../services/billing/src/faults.ts';
import { faults as catalog } from '../../../services/catalog/src/faults.ts';
import { faults as files } from '../../../services/files/src/faults.ts';
import { faults as identity } from '../../../services/identity/src/faults.ts';
import { faults as notifications } from '../../../services/notifications/src/faults.ts';
import { faults as ordering } from '../../../services/ordering/src/faults.ts';

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

/** The French of an error code of the API; undefined for a code that this build does not know. */
export function faultInFrench(code: string, params: FaultParams): string | undefined {
  const fault = faults[code];
  return fault && sentenceOf(fault, 'fr', params);
}

/** These say something of the response, the others of the address. */
const responseFaults: ReadonlySet<object | undefined> = new Set([
  outbound.response_too_large,
  outbound.response_not_decoded,
  outbound.response_timed_out,
]);

/** The French of why something failed, as a sentence with what failed: an address, a price sheet, a payment. */
export function failureInFrench(code: string, params: FaultParams): string | undefined {
  const sentence = faultInFrench(code, params);
  if (code in outbound) return `${responseFaults.has(faults[code]) ? 'La réponse' : 'L’adresse'} ${sentence}`;
  if (code in catalog && !(code in commonFaults)) return `La grille de prix ${sentence}`;
  return chargeFailure(code, params, 'fr') ?? sentence;
}
