import { resolve } from 'node:path';
import { bool, str } from 'envalid';
import { baseUrl, readKeyRing, readVariables, wholeNumber, withSecretFiles } from '@partner-ordering/http';
import { defaultQuotas, type Quotas } from './domain/forms/quotas.ts';
import { defaultImageLimits, type ImageLimits } from './domain/images/image-limits.ts';
import type { S3Options } from './storage/s3-bucket.ts';

/** Where the bytes of files are stored: in a folder on this machine, or in a bucket. */
export type StorageLocation = FolderLocation | { s3: S3Options };

export interface FolderLocation {
  folder: string;
  /** The keys that sign its addresses and upload forms, as they are now; see `signer`. */
  signingKeys: () => string;
}

const root = resolve(import.meta.dirname, '../../..');

/**
 * Reads from the environment where files are stored: in the bucket `S3_BUCKET`, else in the folder `FILES_DIR`, which is relative to the
 * root of the repository and has no default in production. Throws an Error of one line that names what is missing or wrong.
 */
export function readStorage(environment: NodeJS.ProcessEnv): StorageLocation {
  const given = withSecretFiles(environment, ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  if (given['S3_BUCKET'] !== undefined) return { s3: readS3(given) };
  const stray = Object.keys(given).filter((name) => name.startsWith('S3_'));
  if (stray.length > 0) throw new Error(`S3_BUCKET is missing, but ${stray.join(', ')} is given`);
  const isProduction = given['NODE_ENV'] === 'production';
  if (isProduction && given['FILES_DIR'] === undefined) throw new Error('S3_BUCKET or FILES_DIR is missing (where files are stored)');
  const { FILES_DIR } = readVariables(given, { FILES_DIR: str({ default: '.data/files' }) });
  if (FILES_DIR === '') throw new Error('FILES_DIR is empty');
  const desc = 'what signs addresses and upload forms; needed with FILES_DIR';
  return { folder: resolve(root, FILES_DIR), signingKeys: readKeyRing(environment, 'FILES_SIGNING_KEYS', desc) };
}

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

/** Reads from the environment how large images may be. Throws an Error of one line for a number out of bounds. */
export function readImageLimits(environment: NodeJS.ProcessEnv): ImageLimits {
  const { IMAGE_MAX_BYTES, IMAGE_MAX_DECODED_BYTES } = readVariables(environment, {
    IMAGE_MAX_BYTES: wholeNumber(64 * KIB, 128 * MIB)({ default: defaultImageLimits.maxSizeBytes }),
    IMAGE_MAX_DECODED_BYTES: wholeNumber(MIB, GIB)({ default: defaultImageLimits.maxDecodedBytes }),
  });
  return { maxSizeBytes: IMAGE_MAX_BYTES, maxDecodedBytes: IMAGE_MAX_DECODED_BYTES };
}

const MOST_BYTES = Number.MAX_SAFE_INTEGER;
const MOST_FORMS = 1_000_000;

/** Reads from the environment how much may be uploaded and kept. Throws an Error of one line for a number out of bounds. */
export function readQuotas(environment: NodeJS.ProcessEnv): Quotas {
  const env = readVariables(environment, {
    UPLOAD_MAX_BYTES: wholeNumber(MIB, GIB)({ default: defaultQuotas.uploadBytes }),
    STORED_BYTES_PER_USER: wholeNumber(MIB, MOST_BYTES)({ default: defaultQuotas.userBytes }),
    STORED_BYTES_PER_ORGANIZATION: wholeNumber(MIB, MOST_BYTES)({ default: defaultQuotas.organizationBytes }),
    UPLOAD_FORMS_PER_USER: wholeNumber(1, MOST_FORMS)({ default: defaultQuotas.userForms }),
    UPLOAD_FORMS_PER_ORGANIZATION: wholeNumber(1, MOST_FORMS)({ default: defaultQuotas.organizationForms }),
  });
  return {
    ...{ uploadBytes: env.UPLOAD_MAX_BYTES, userBytes: env.STORED_BYTES_PER_USER, organizationBytes: env.STORED_BYTES_PER_ORGANIZATION },
    ...{ userForms: env.UPLOAD_FORMS_PER_USER, organizationForms: env.UPLOAD_FORMS_PER_ORGANIZATION },
  };
}

function readS3(given: NodeJS.ProcessEnv): S3Options {
  const env = readVariables(given, {
    S3_BUCKET: str(),
    S3_REGION: str({ default: 'us-east-1' }),
    S3_ENDPOINT: baseUrl({ default: '' }),
    S3_PUBLIC_ENDPOINT: baseUrl({ default: '' }),
    S3_PATH_STYLE: bool({ default: given['S3_ENDPOINT'] !== undefined }),
    S3_ACCESS_KEY_ID: str({ default: '' }),
    S3_SECRET_ACCESS_KEY: str({ default: '' }),
  });
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (env.S3_BUCKET === '') throw new Error('S3_BUCKET is empty');
  if ((accessKeyId === '') !== (secretAccessKey === ''))
    throw new Error(`${accessKeyId === '' ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY'} is missing (they go together)`);
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT === '' ? undefined : env.S3_ENDPOINT,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT === '' ? undefined : env.S3_PUBLIC_ENDPOINT,
    isPathStyle: env.S3_PATH_STYLE,
    credentials: accessKeyId === '' ? undefined : { accessKeyId, secretAccessKey },
  };
}
