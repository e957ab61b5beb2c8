import { manageOrganization } from '@partner-ordering/commerce';
import type { Verb } from '@partner-ordering/kernel';
import type { OperationTools } from '@partner-ordering/http';

/** Only managers of the organization and admins go on, see `manageOrganization`. */
export const manageBilling = ({ tx, principal }: OperationTools, organization: string, verb: Verb, noun: string): Promise<void> =>
  manageOrganization({ queryable: tx, principal }, organization, verb, noun);

/** Only managers of the organization and admins may change what it pays with. */
export const managePayment = (tools: OperationTools, organization: string, verb: Verb): Promise<void> =>
  manageBilling(tools, organization, verb, 'payment source');
