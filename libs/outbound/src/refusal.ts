/**
 * Why a call did not come about or was cut off: the address as it is written (`url`), where it leads (`address`), a redirect, the size or
 * the time of the answer, the certificate, or the other side, which could not be reached or did not speak HTTP (`unreachable`).
 */
export type RefusalKind = 'url' | 'address' | 'redirect' | 'size' | 'time' | 'certificate' | 'unreachable';

/** A call that the guarded client refused or gave up. The message may be shown to whoever chose the address: it says neither
 * where a name leads nor whether there is one. */
export class OutboundRefusal extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OutboundRefusal';
    this.kind = kind;
  }
}
