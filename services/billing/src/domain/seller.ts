import type { Seller as VatSeller } from '@partner-ordering/commerce';

/** Who sells, as documents name them. */
export interface Seller extends VatSeller {
  name: string;
  /** Lines of the address. */
  address: readonly string[];
  vatNumber: string | null;
}

/** For development only: production must say who sells. */
export const exampleSeller: Seller = {
  name: 'Partner Ordering',
  address: ['1 rue de la Commande', '75002 Paris', 'France'],
  country: 'FR',
  vatNumber: 'FR00123456789',
};
