import { Failure, invalid, PossiblyStale, preconditionFailed } from '@partner-ordering/kernel';
import type { Request } from 'express';
import type { ReadOnlyFields } from '../request/read-only-fields.ts';
import { entityTag, namesState } from '../response/etag.ts';

/**
 * What a request takes for granted of the resource that it changes: the tag of its `If-Match`, and the present values that it writes back.
 * Both are compared under the row lock, with what GET would answer. A missing right (403, 404) comes before a failed precondition (412), a
 * broken rule (400) comes after it.
 */
export class Precondition {
  /** What the operation gets as its body. The fields that are only written back leave it once they are compared. */
  readonly body: unknown;
  readonly #header: string | undefined;
  readonly #changesWhatIsNamed: boolean;
  readonly #readOnlyFields: ReadOnlyFields | undefined;
  #details: ReturnType<ReadOnlyFields['settle']>;
  #currentTag: string | undefined;

  constructor({ method, headers, readOnlyFields, body }: Pick<Request, 'method' | 'headers' | 'readOnlyFields' | 'body'>) {
    this.#header = headers['if-match'];
    this.#changesWhatIsNamed = method !== 'POST';
    this.#readOnlyFields = readOnlyFields;
    this.#details = readOnlyFields?.details ?? [];
    this.body = readOnlyFields ? structuredClone(body as unknown) : body;
  }

  /** Whether there is anything to compare. */
  get isAsked(): boolean {
    return this.#header !== undefined || this.#readOnlyFields !== undefined;
  }

  /** Takes the body that GET would answer now. Only the first call counts: it is made before the change. */
  compare(shown: string): void {
    if (this.#currentTag !== undefined) return;
    this.#currentTag = entityTag(shown);
    if (this.#readOnlyFields)
      this.#details = this.#readOnlyFields.settle(this.body as Record<string, unknown>, JSON.parse(shown) as Record<string, unknown>);
  }

  /**
   * What is said instead of the operation's success; undefined if all is as the client takes it to be. Nothing to compare with is no match.
   */
  refusal(): Failure | undefined {
    if (this.#header !== undefined && !this.#isMatch(this.#header)) return preconditionFailed(this.#currentTag);
    return this.#details.length > 0 ? invalid(...this.#details) : undefined;
  }

  #isMatch(header: string): boolean {
    return this.#currentTag === undefined ? !this.#changesWhatIsNamed : namesState(header, this.#currentTag);
  }

  /**
   * What is said instead of an error of the operation: of the refusals of the request itself (400), the first counts, or all of them
   * together.
   */
  insteadOf(error: unknown): unknown {
    const refused = error instanceof PossiblyStale ? error.refusal : error;
    if (!(refused instanceof Failure) || refused.kind !== 'invalid') return error;
    const refusal = this.#currentTag === undefined ? undefined : this.refusal();
    if (!refusal || refusal.kind === 'preconditionFailed') return refusal ?? error;
    return invalid(...this.#details, ...(refused.details ?? []));
  }
}
