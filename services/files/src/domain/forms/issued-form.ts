import { defineEntity, p } from '@mikro-orm/postgresql';
import type { UploadGrant } from '../../storage/storage.ts';

export const IssuedFormSchema = defineEntity({
  name: 'IssuedForm',
  tableName: 'upload_form',
  properties: {
    path: p.string().primary(),
    uploaderGid: p.uuid(),
    /** The organization that the file will count for; null when the user is in none. */
    organizationGid: p.uuid().strictNullable(),
    /** What the form says. */
    maxSizeBytes: p.bigint('number'),
    /** Counts as stored as long as this row is there. */
    reservedBytes: p.bigint('number'),
    expiresAt: p.datetime(),
    /** Nothing that the form allows arrives later, so it is looked then what has become of it. */
    reservedUntil: p.datetime(),
    /** When an upload with it began, or was found; null when there is none. Such a form is not given again. */
    usedAt: p.datetime().strictNullable(),
    /** Whether the user is given it again until then. */
    isRepeated: p.boolean(),
  },
});

/** How long a form can be used. */
const VALID_MS = 60 * 60 * 1000;
/** How long an upload may take: 1 GiB at 2.5 Mbit/s. */
export const UPLOAD_MS = 60 * 60 * 1000;

/** When a form expires that is given now. */
export const formExpiry = (now: Date): Date => new Date(now.getTime() + VALID_MS);

/** An upload form that was given, with the bytes that it reserves. */
export class IssuedForm extends IssuedFormSchema.class {
  /**
   * A form for one file. `isDirect` says that uploads bypass this service: one that begins at the last moment is seen when it has arrived.
   */
  static issue(
    { path, uploader, maxSizeBytes, expiresAt }: UploadGrant,
    { organization, isDirect, isRepeated }: { organization: string | null; isDirect: boolean; isRepeated: boolean },
  ): IssuedForm {
    return Object.assign(new IssuedForm(), {
      ...{ path, uploaderGid: uploader, organizationGid: organization, maxSizeBytes, reservedBytes: maxSizeBytes, expiresAt },
      ...{ reservedUntil: isDirect ? new Date(expiresAt.getTime() + UPLOAD_MS) : expiresAt, usedAt: null, isRepeated },
    });
  }

  get grant(): UploadGrant {
    return { path: this.path, uploader: this.uploaderGid, maxSizeBytes: this.maxSizeBytes, expiresAt: this.expiresAt };
  }

  /** An upload of at most `bytes` through this service begins. It reserves no more than that. */
  begin(now: Date, bytes: number): void {
    this.usedAt = now;
    this.reservedBytes = Math.min(this.maxSizeBytes, bytes);
    this.reservedUntil = new Date(now.getTime() + UPLOAD_MS);
  }
}

IssuedFormSchema.setClass(IssuedForm);
