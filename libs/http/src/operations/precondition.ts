import { DomainRefusal, invalid, preconditionFailed } from '@partner-ordering/kernel';
import type { Request } from 'express';
import type { ReadOnlyFields } from '../request/read-only-fields.ts';
import { entityTag, namesState } from '../response/etag.ts';

/**
 * The precondition of a change: the tag of `If-Match`, and the present values that are written back. Both are compared under the row lock
 * with the answer of GET. A missing right (403, 404) comes before 412, a broken rule (400) after it.
 */
export class Precondition {
  /** The body for the operation. Fields that are only written back leave it when they are compared. */
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

  /** Compares with the answer of GET. Only the first call counts: it comes before the change. */
  compare(shown: string): void {
    if (this.#currentTag !== undefined) return;
    this.#currentTag = entityTag(shown);
    if (this.#readOnlyFields)
      this.#details = this.#readOnlyFields.settle(this.body as Record<string, unknown>, JSON.parse(shown) as Record<string, unknown>);
  }

  /** Runs an operation. 412 comes before its success and before its 400; the details of two 400s are joined. */
  async around<Answer>(operation: () => Promise<Answer>): Promise<Answer> {
    const answer = await operation().catch((error: unknown) => Promise.reject(this.#insteadOf(error) as Error));
    const refusal = this.#refusal();
    if (refusal) throw refusal;
    return answer;
  }

  /** Why the precondition does not hold. Without a resource to compare with, it does not. */
  #refusal(): DomainRefusal | undefined {
    if (this.#header !== undefined && !this.#isMatch(this.#header)) return preconditionFailed(this.#currentTag);
    return this.#details.length > 0 ? invalid(...this.#details) : undefined;
  }

  #isMatch(header: string): boolean {
    return this.#currentTag === undefined ? !this.#changesWhatIsNamed : namesState(header, this.#currentTag);
  }

  #insteadOf(error: unknown): unknown {
    if (!(error instanceof DomainRefusal) || error.kind !== 'invalid') return error;
    const refusal = this.#currentTag === undefined ? undefined : this.#refusal();
    if (!refusal || refusal.kind === 'preconditionFailed') return refusal ?? error;
    return invalid(...this.#details, ...(error.details ?? [])).restingOn(error.restsOn);
  }
}
