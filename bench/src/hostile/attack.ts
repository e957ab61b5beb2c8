import type { ApiClient } from '@partner-ordering/testing';
import type { Wire } from './wire.ts';

/** What one hostile client does. The same bytes at the same times go to the product and to the dummy. */
export interface Attack {
  readonly name: string;
  /** Makes ready on the product what the attack needs: tokens, files. Answers what it sends in so many seconds. */
  prepare(product: Product, seconds: number): Promise<Assault>;
}

/** An attack that is ready. */
export interface Assault {
  /** How often a round begins. Rounds do not wait for answers, so that a slow server gets no less. */
  everyMs: number;
  /** It has an effect only the first time; to attack again, it is prepared again. */
  isUsedUp?: boolean;
  round(wire: Wire, index: number): void;
}

/** The product as the attacker's own account reaches it. */
export interface Product {
  readonly url: string;
  signIn(email: string, scope?: string): Promise<ApiClient>;
  /** Uploads a file for a client with the scope `upload_files`, and answers its path. */
  upload(client: ApiClient, file: Blob, name: string): Promise<string>;
  /** A draft, and its path. */
  draft(client: ApiClient, description: string): Promise<string>;
}
