import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';

export const getPaymentProvider: Operations['getPaymentProvider'] = async ({ provider: { name, api } }) =>
  ok({ name, has_setup_page: api !== undefined });
