import { Failure, PossiblyStale, preconditionFailed } from '@partner-ordering/kernel';
import { entityTag, namesTag } from '../response/etag.ts';

/**
 * The `If-Match` of one request. The tag is compared under the row lock. A missing right (403, 404) comes before a failed
 * precondition (412), a broken rule (400) comes after it.
 */
export class Precondition {
  readonly #header: string | undefined;
  #currentTag: string | undefined;

  constructor(header: string | undefined) {
    this.#header = header;
  }

  /** Whether the request has an `If-Match` at all. */
  get isAsked(): boolean {
    return this.#header !== undefined;
  }

  /** Takes the body that GET would answer now. Only the first call counts: it is made before the change. */
  compare(body: string): void {
    this.#currentTag ??= entityTag(body);
  }

  get failed(): boolean {
    return this.#header !== undefined && this.#currentTag !== undefined && !namesTag(this.#header, this.#currentTag);
  }

  /** Whether 412 is the answer instead of this error. */
  outranks(error: unknown): boolean {
    const refusal = error instanceof PossiblyStale ? error.refusal : error;
    return this.failed && refusal instanceof Failure && refusal.kind === 'invalid';
  }

  /** The 412, with the current tag. */
  failure(): Failure {
    return preconditionFailed(this.#currentTag ?? '');
  }
}
