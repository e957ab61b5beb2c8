import type { Seller as VatSeller } from '@partner-ordering/commerce';

/** The seller as receipts name it. */
export interface Seller extends VatSeller {
  name: string;
  address: readonly string[];
  vatNumber: string | null;
}

/** The seller in development. Production must configure its own. */
export const exampleSeller: Seller = {
  name: 'Partner Ordering',
  address: ['1 rue de la Commande', '75002 Paris', 'France'],
  country: 'FR',
  vatNumber: 'FR00123456789',
};
