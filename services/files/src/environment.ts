import { resolve } from 'node:path';
import { bool, str } from 'envalid';
import { baseUrl, readKeyRing, readVariables, variableReader, wholeNumber, withSecretFiles } from '@partner-ordering/service';
import { defaultQuotas, type Quotas } from './domain/forms/quotas.ts';
import type { S3Options } from './storage/s3-bucket.ts';

/** The place of stored files: a folder on this machine, whose addresses and forms the current `signingKeys` sign, or a bucket. */
export type StorageLocation = { folder: string; signingKeys: () => string } | { s3: S3Options };

const root = resolve(import.meta.dirname, '../../..');

/** Reads `S3_BUCKET`, else `FILES_DIR`, relative to the root of the repository and required in production. Throws an Error of one line. */
export function readStorage(environment: NodeJS.ProcessEnv): StorageLocation {
  const variables = withSecretFiles(environment, ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  if (variables['S3_BUCKET'] !== undefined) return { s3: readS3(variables, environment) };
  const strayNames = Object.keys(variables).filter((name) => name.startsWith('S3_'));
  if (strayNames.length > 0) throw new Error(`S3_BUCKET is missing, but ${strayNames.join(', ')} is given`);
  const isProduction = variables['NODE_ENV'] === 'production';
  if (isProduction && variables['FILES_DIR'] === undefined) throw new Error('S3_BUCKET or FILES_DIR is missing (where files are stored)');
  const { FILES_DIR } = readVariables(variables, { FILES_DIR: str({ default: '.data/files' }) });
  if (FILES_DIR === '') throw new Error('FILES_DIR is empty');
  const desc = 'what signs addresses and upload forms; needed with FILES_DIR';
  return { folder: resolve(root, FILES_DIR), signingKeys: readKeyRing(environment, 'FILES_SIGNING_KEYS', desc) };
}

const MIB = 1_048_576;
const GIB = 1024 * MIB;
const MOST_BYTES = Number.MAX_SAFE_INTEGER;

/** Reads the quotas. Throws an Error of one line for a number out of bounds. */
export function readQuotas(environment: NodeJS.ProcessEnv): Quotas {
  const env = readVariables(environment, {
    UPLOAD_MAX_BYTES: wholeNumber(MIB, GIB)({ default: defaultQuotas.uploadBytes }),
    STORED_BYTES_PER_USER: wholeNumber(MIB, MOST_BYTES)({ default: defaultQuotas.userBytes }),
    STORED_BYTES_PER_ORGANIZATION: wholeNumber(MIB, MOST_BYTES)({ default: defaultQuotas.organizationBytes }),
  });
  return { uploadBytes: env.UPLOAD_MAX_BYTES, userBytes: env.STORED_BYTES_PER_USER, organizationBytes: env.STORED_BYTES_PER_ORGANIZATION };
}

/** Keys and authorities in files are read again for each request and each connection. */
function readS3(variables: NodeJS.ProcessEnv, environment: NodeJS.ProcessEnv): S3Options {
  const env = readVariables(variables, {
    S3_BUCKET: str(),
    S3_REGION: str({ default: 'us-east-1' }),
    S3_ENDPOINT: baseUrl({ default: '' }),
    S3_PUBLIC_ENDPOINT: baseUrl({ default: '' }),
    S3_PATH_STYLE: bool({ default: variables['S3_ENDPOINT'] !== undefined }),
    S3_ACCESS_KEY_ID: str({ default: '' }),
    S3_SECRET_ACCESS_KEY: str({ default: '' }),
  });
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (env.S3_BUCKET === '') throw new Error('S3_BUCKET is empty');
  if ((accessKeyId === '') !== (secretAccessKey === ''))
    throw new Error(`${accessKeyId === '' ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY'} is missing (they go together)`);
  const reader = (name: string): (() => string) => variableReader(environment, name);
  const [keyId, key, authorities] = [reader('S3_ACCESS_KEY_ID'), reader('S3_SECRET_ACCESS_KEY'), reader('S3_CA')];
  // The SDK asks again for keys that expire.
  const currentKeys = async () => ({ accessKeyId: keyId(), secretAccessKey: key(), expiration: new Date() });
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT === '' ? undefined : env.S3_ENDPOINT,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT === '' ? undefined : env.S3_PUBLIC_ENDPOINT,
    isPathStyle: env.S3_PATH_STYLE,
    credentials: accessKeyId === '' ? undefined : currentKeys,
    authorities: authorities() === '' ? undefined : authorities,
  };
}
