import { defineEntity, p } from '@mikro-orm/postgresql';
import type { UploadGrant } from '../../storage/storage.ts';

export const IssuedFormSchema = defineEntity({
  name: 'IssuedForm',
  tableName: 'upload_form',
  properties: {
    path: p.string().primary(),
    uploaderGid: p.uuid(),
    /** The organization that the file will count for; null without one. */
    organizationGid: p.uuid().strictNullable(),
    /** The most bytes that the form allows. */
    maxSizeBytes: p.bigint('number'),
    /** Counts as stored while this row exists. */
    reservedBytes: p.bigint('number'),
    expiresAt: p.datetime(),
    /** Nothing arrives with the form later. */
    reservedUntil: p.datetime(),
    /** When an upload with it began or was found; null without one. Such a form is not given again. */
    usedAt: p.datetime().strictNullable(),
    /** Whether the user is given the form again until it is used. */
    isRepeated: p.boolean(),
  },
});

/** The time for which a form can be used. */
const VALID_MS = 60 * 60 * 1000;
/** The longest time of an upload: 1 GiB at 2.5 Mbit/s. */
export const UPLOAD_MS = 60 * 60 * 1000;

/** When a form that is given now expires. */
export const formExpiry = (now: Date): Date => new Date(now.getTime() + VALID_MS);

/** `isDirect`: uploads go to a bucket. */
export type FormRequest = UploadGrant & { isDirect: boolean; isRepeated: boolean };

/** An upload form that was given, with the bytes that it reserves. */
export class IssuedForm extends IssuedFormSchema.class {
  /** A form for one file. An upload to a bucket that begins at the last moment is seen when it has arrived. */
  static issue(request: FormRequest, organization: string | null): IssuedForm {
    const { path, uploader, maxSizeBytes, expiresAt, isDirect, isRepeated } = request;
    return Object.assign(new IssuedForm(), {
      path,
      uploaderGid: uploader,
      organizationGid: organization,
      maxSizeBytes,
      reservedBytes: maxSizeBytes,
      expiresAt,
      reservedUntil: isDirect ? new Date(expiresAt.getTime() + UPLOAD_MS) : expiresAt,
      usedAt: null,
      isRepeated,
    });
  }

  get grant(): UploadGrant {
    return { path: this.path, uploader: this.uploaderGid, maxSizeBytes: this.maxSizeBytes, expiresAt: this.expiresAt };
  }

  /** Begins an upload of at most `bytes` through this service, and reserves no more. */
  begin(now: Date, bytes: number): void {
    this.usedAt = now;
    this.reservedBytes = Math.min(this.maxSizeBytes, bytes);
    this.reservedUntil = new Date(now.getTime() + UPLOAD_MS);
  }
}

IssuedFormSchema.setClass(IssuedForm);
