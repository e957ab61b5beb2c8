import { manageOrganization } from '@partner-ordering/commerce';
import type { Verb } from '@partner-ordering/kernel';
import type { OperationTools } from '@partner-ordering/http';

/** Only managers of the organization and admins may change what it pays with, see `manageOrganization`. */
export const managePayment = ({ tx, principal }: OperationTools, organization: string, verb: Verb): Promise<void> =>
  manageOrganization({ queryable: tx, principal }, organization, verb, 'payment source');
