import type { IncomingHttpHeaders } from 'node:http';
import { DomainRefusal, invalid, preconditionFailed } from '@partner-ordering/kernel';
import type { Request } from 'express';
import type { ReadOnlyFields } from '../request/read-only-fields.ts';
import { entityTag, includesStateTag, includesTag } from '../response/headers.ts';

/**
 * The precondition of a change: the tags of `If-Match` and `If-None-Match`, and the present values that are written back. All are compared
 * under the row lock with the answer of GET. A missing right (403, 404) comes before 412, a broken rule (400) after it.
 */
export class Precondition {
  /** The body for the operation. Fields that are only written back leave it when they are compared. */
  readonly body: unknown;
  readonly #headers: Pick<IncomingHttpHeaders, 'if-match' | 'if-none-match'>;
  readonly #changesNamedResource: boolean;
  readonly #readOnlyFields: ReadOnlyFields | undefined;
  #details: ReturnType<ReadOnlyFields['settle']>;
  #currentTag: string | undefined;

  static of(request: Request): Precondition | undefined {
    const { headers, method, readOnlyFields } = request;
    // A GET that writes has no present answer to compare with.
    const isConditional = headers['if-match'] !== undefined || (headers['if-none-match'] !== undefined && method !== 'GET');
    return isConditional || readOnlyFields !== undefined ? new Precondition(request) : undefined;
  }

  private constructor({ method, headers, readOnlyFields, body }: Request) {
    this.#headers = headers;
    this.#changesNamedResource = method !== 'POST';
    this.#readOnlyFields = readOnlyFields;
    this.#details = readOnlyFields?.details ?? [];
    this.body = readOnlyFields ? structuredClone(body as unknown) : body;
  }

  /** Compares with the answer of GET. Only the first call counts: it comes before the change. */
  compare(current: string): void {
    if (this.#currentTag !== undefined) return;
    this.#currentTag = entityTag(current);
    if (this.#readOnlyFields)
      this.#details = this.#readOnlyFields.settle(this.body as Record<string, unknown>, JSON.parse(current) as Record<string, unknown>);
  }

  /** Runs an operation. 412 comes before its success and before its 400; the details of two 400s are joined. */
  async run<Answer>(operation: () => Promise<Answer>): Promise<Answer> {
    const answer = await operation().catch((error: unknown) => Promise.reject(this.#combinedWith(error) as Error));
    const refusal = this.#refusal();
    if (refusal) throw refusal;
    return answer;
  }

  /** Why the precondition does not hold. Without a resource to compare with, it does not. */
  #refusal(): DomainRefusal | undefined {
    if (!this.#isMatch()) return preconditionFailed(this.#currentTag);
    return this.#details.length > 0 ? invalid(...this.#details) : undefined;
  }

  #isMatch(): boolean {
    const { 'if-match': wanted, 'if-none-match': unwanted } = this.#headers;
    if (this.#currentTag === undefined) return wanted === undefined || !this.#changesNamedResource;
    if (wanted !== undefined && !includesStateTag(wanted, this.#currentTag)) return false;
    // RFC 9110, section 13.1.2: `*` is for a PUT that creates.
    return unwanted === undefined || !includesTag(unwanted, this.#currentTag);
  }

  #combinedWith(error: unknown): unknown {
    if (!(error instanceof DomainRefusal) || error.kind !== 'invalid') return error;
    const refusal = this.#currentTag === undefined ? undefined : this.#refusal();
    if (!refusal || refusal.kind === 'preconditionFailed') return refusal ?? error;
    return invalid(...this.#details, ...(error.details ?? [])).restingOn(error.restsOn);
  }
}
