import type { Detail } from '@partner-ordering/kernel/faults';

/**
 * Why a call failed: `url` is the address as written, `address` where it leads, `encoding` a body that cannot be decoded, `unreachable`
 * also a server that speaks no HTTP.
 */
export type RefusalKind = 'url' | 'address' | 'redirect' | 'size' | 'encoding' | 'time' | 'certificate' | 'unreachable';

/** A refused or failed call. Clients may see the message: it tells neither where a name leads nor whether it exists. */
export class OutboundRefusal extends Error {
  readonly kind: RefusalKind;
  /** The detail at the field that holds the address. */
  readonly at: (path: string) => Detail;

  constructor(kind: RefusalKind, fault: (path: string) => Detail, cause?: unknown) {
    super(fault('').message, { cause });
    this.name = 'OutboundRefusal';
    this.kind = kind;
    this.at = fault;
  }
}
