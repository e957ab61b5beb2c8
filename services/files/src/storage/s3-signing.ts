import { isUtf8 } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { formatTime } from '@partner-ordering/kernel';
import { s3Client, type S3Options } from './s3-bucket.ts';
import type { DownloadHeaders, UploadForm, UploadGrant } from './storage.ts';

/** Fields of the form, which become metadata of the object. */
const UPLOADER = 'x-amz-meta-uploader';
const NAME = 'x-amz-meta-name';
/** A placeholder that AWS replaces by the name of the file; other storages may not. */
const FILENAME = '${filename}';

/** The uploader and name of a form's object; the name is empty where the storage has not put it in. */
export const uploadedBy = ({ uploader, name = '' }: Readonly<Record<string, string>>): { uploader: string | undefined; name: string } => ({
  uploader,
  name: name === FILENAME ? '' : decodedMetadata(name),
});

/** Signs an address that serves an object with these headers. `expiresIn` is in seconds. */
const presigner =
  (client: S3Client, Bucket: string) =>
  (
    Key: string,
    validity: { signingDate: Date; expiresIn: number },
    { contentType, contentDisposition }: DownloadHeaders,
  ): Promise<string> => {
    const command = new GetObjectCommand({
      Bucket,
      Key,
      ResponseContentType: contentType,
      ResponseContentDisposition: contentDisposition,
      ResponseCacheControl: CACHED,
    });
    return getSignedUrl(client, command, validity);
  };

/** Signs the forms and addresses by which clients reach a bucket (AWS Signature Version 4). */
export function s3Signing(options: S3Options, clock: () => Date) {
  const { bucket: Bucket } = options;
  const client = s3Client(options, options.publicEndpoint ?? options.endpoint);
  const presign = presigner(client, Bucket);
  return {
    form: async (key: string, { uploader, maxSizeBytes, expiresAt }: UploadGrant): Promise<UploadForm> => {
      const { url, fields } = await createPresignedPost(client, {
        Bucket,
        Key: key,
        Expires: (expiresAt.getTime() - clock().getTime()) / 1000,
        Fields: { success_action_status: '201', [UPLOADER]: uploader },
        Conditions: [
          ['content-length-range', 0, maxSizeBytes],
          ['starts-with', `$${NAME}`, ''],
        ],
      });
      return {
        action: url,
        method: 'POST',
        enctype: 'multipart/form-data',
        fields: { ...fields, [NAME]: FILENAME },
        file_field: 'file',
        max_size: maxSizeBytes,
        expires_at: formatTime(expiresAt),
      };
    },
    /** An address that serves an object until `expiresAt`. */
    address: (key: string, expiresAt: Date, headers: DownloadHeaders): Promise<string> => {
      const expiresIn = Math.max(1, Math.floor((expiresAt.getTime() - clock().getTime()) / 1000));
      return presign(key, { signingDate: new Date(expiresAt.getTime() - expiresIn * 1000), expiresIn }, headers);
    },
    /** Whether an address is one of ours for this key, expired or not. */
    isOurs: async (url: URL, key: string): Promise<boolean> => {
      const parameter = (name: string): string => url.searchParams.get(name) ?? '';
      const signingDate = dateOf(parameter('X-Amz-Date'));
      const expiresIn = Number(parameter('X-Amz-Expires'));
      if (!signingDate || !(expiresIn > 0 && expiresIn <= MAX_SECONDS)) return false;
      const headers = { contentType: parameter('response-content-type'), contentDisposition: parameter('response-content-disposition') };
      const expected = new URL(await presign(key, { signingDate, expiresIn }, headers));
      return isSameAddress(url, expected) && isSame(parameter(SIGNATURE), expected.searchParams.get(SIGNATURE)!);
    },
    /** Whether an address names one of these objects, without a signature. */
    isPlain: async (url: URL, keys: readonly string[]): Promise<boolean> => {
      const validity = { signingDate: clock(), expiresIn: 1 };
      const signed = await Promise.all(keys.map((key) => presign(key, validity, { contentType: '', contentDisposition: '' })));
      return signed.some((address) => isSameAddress(url, new URL(address)));
    },
  };
}

const SIGNATURE = 'X-Amz-Signature';
const CACHED = 'private, max-age=900, immutable';
/** A week, the longest that S3 signs for. */
const MAX_SECONDS = 604_800;

const isSameAddress = (one: URL, other: URL): boolean => one.origin === other.origin && one.pathname === other.pathname;

const isSame = (one: string, other: string): boolean =>
  Buffer.byteLength(one) === Buffer.byteLength(other) && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** `20261120T084500Z`. */
function dateOf(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Decodes metadata beyond ASCII: S3 sends encoded words (RFC 2047), other storages the bytes of UTF-8. */
function decodedMetadata(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  if (isUtf8(bytes)) text = bytes.toString();
  return text.replace(/=\?utf-8\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi, (_, encoding: string, content: string) => {
    if (encoding.toLowerCase() === 'b') return Buffer.from(content, 'base64').toString();
    const word = content
      .replaceAll('_', ' ')
      .replace(/=([0-9a-f]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(word, 'latin1').toString();
  });
}
