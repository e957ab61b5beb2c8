import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readQuotas, readStorage } from './environment.ts';

const signing = { FILES_SIGNING_KEYS: '4c1f09be7a2d53e86b90fd14a7c3e258' };

test('files are in a folder until a bucket is named; a relative folder starts at the root of the repository', () => {
  const folderOf = (given: NodeJS.ProcessEnv) => {
    const location = readStorage({ ...signing, ...given });
    assert.ok('folder' in location);
    return location.folder;
  };
  assert.equal(folderOf({}), join(import.meta.dirname, '../../../.data/files'));
  assert.equal(folderOf({ FILES_DIR: '/srv/files', NODE_ENV: 'production' }), '/srv/files');
  assert.deepEqual(readStorage({ FILES_DIR: '/srv/files', S3_BUCKET: 'files' }), {
    s3: {
      bucket: 'files',
      region: 'us-east-1',
      endpoint: undefined,
      publicEndpoint: undefined,
      isPathStyle: false,
      credentials: undefined,
      authorities: undefined,
    },
  });
});

test("a storage of one's own is addressed by paths, for clients perhaps at another endpoint", () => {
  const own = {
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'http://s3:7070/',
    S3_PUBLIC_ENDPOINT: 'https://files.example.com',
    S3_REGION: 'eu-west-3',
  };
  const expected = {
    bucket: 'files',
    region: 'eu-west-3',
    endpoint: 'http://s3:7070',
    publicEndpoint: 'https://files.example.com',
    isPathStyle: true,
    credentials: undefined,
    authorities: undefined,
  };

  assert.deepEqual(readStorage(own), { s3: expected });
  assert.deepEqual(readStorage({ ...own, S3_PATH_STYLE: 'false' }), { s3: { ...expected, isPathStyle: false } });
});

test('an error names missing and wrong settings', () => {
  const refused: [NodeJS.ProcessEnv, RegExp][] = [
    [{ NODE_ENV: 'production' }, /^Error: S3_BUCKET or FILES_DIR is missing/],
    [{ FILES_DIR: '', ...signing }, /^Error: FILES_DIR is empty/],
    [{ FILES_DIR: '/srv/files' }, /^Error: FILES_SIGNING_KEYS is missing \(what signs addresses and upload forms/],
    [
      { FILES_DIR: '/srv/files', FILES_SIGNING_KEYS: 'short' },
      /^Error: FILES_SIGNING_KEYS: must have a key of at least 32 bytes on each line$/,
    ],
    [{ FILES_DIR: '/srv/files', NODE_ENV: 'production', FILES_SIGNING_KEYS: 'x'.repeat(32) }, /^Error: FILES_SIGNING_KEYS: can be guessed/],
    [{ S3_BUCKET: '' }, /^Error: S3_BUCKET is empty/],
    [{ S3_ENDPOINT: 'http://s3:7070' }, /^Error: S3_BUCKET is missing, but S3_ENDPOINT is given/],
    [{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'key' }, /^Error: S3_SECRET_ACCESS_KEY is missing/],
    [{ S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY: 'secret' }, /^Error: S3_ACCESS_KEY_ID is missing/],
    [{ S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY_FILE: '/nowhere' }, /^Error: S3_SECRET_ACCESS_KEY_FILE: cannot read/],
    [{ S3_BUCKET: 'files', S3_ENDPOINT: 's3' }, /S3_ENDPOINT: must be a URL/],
    [{ S3_BUCKET: 'files', S3_PATH_STYLE: 'maybe' }, /S3_PATH_STYLE/],
  ];

  for (const [environment, message] of refused) assert.throws(() => readStorage(environment), message);
});

test('quotas default to 20 GiB a user, 1 TiB an organization and 1 GiB a file, and have bounds', () => {
  const [mib, gib] = [1_048_576, 1_073_741_824];
  const usual = { uploadBytes: gib, userBytes: 20 * gib, organizationBytes: 1024 * gib };
  assert.deepEqual(readQuotas({}), usual);
  const given = { UPLOAD_MAX_BYTES: `${mib}`, STORED_BYTES_PER_USER: `${5 * mib}`, STORED_BYTES_PER_ORGANIZATION: `${6 * mib}` };
  assert.deepEqual(readQuotas(given), { uploadBytes: mib, userBytes: 5 * mib, organizationBytes: 6 * mib });

  const wrong =
    'UPLOAD_MAX_BYTES=1048575 UPLOAD_MAX_BYTES=1073741825 STORED_BYTES_PER_USER=0 STORED_BYTES_PER_ORGANIZATION=9007199254740992 STORED_BYTES_PER_ORGANIZATION=many';
  for (const [name, value] of wrong.split(' ').map((one) => one.split('=')))
    assert.throws(() => readQuotas({ [name!]: value }), new RegExp(`${name}: must be a whole number from`), `${name}=${value}`);
});
