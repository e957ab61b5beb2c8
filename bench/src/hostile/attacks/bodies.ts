import { attackerAt } from '../addresses.ts';
import type { Attack } from '../attack.ts';
import { requestText } from '../wire.ts';
import { largePicture } from './batches.ts';

const DRIP_MS = 1000;

const times = (count: number, work: (index: number) => void): void => Array.from({ length: count }).forEach((_, index) => work(index));

const CHUNKED_UPLOAD =
  'POST /v1/storage HTTP/1.1\r\nHost: bench\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n';

/** The first round fills every place that one address has; the later ones try again. */
export const drippingUploads: Attack = {
  name: '4 dripping uploads of one address',
  prepare: () => Promise.resolve({ everyMs: 2000, round: (wire) => times(150, () => wire.dripChunks(CHUNKED_UPLOAD, DRIP_MS)) }),
};

export const drippingFromEight: Attack = {
  name: '4 dripping uploads of eight addresses',
  prepare: () =>
    Promise.resolve({
      everyMs: 5000,
      round: (wire) => times(8 * 130, (index) => wire.dripChunks(CHUNKED_UPLOAD, DRIP_MS, { from: attackerAt(index % 8) })),
    }),
};

export const drippingForms: Attack = {
  name: '4 dripping small bodies',
  prepare() {
    const head = requestText('POST', '/oauth2/token', { body: '' }).replace('Content-Length: 0', 'Content-Length: 60000');
    return Promise.resolve({ everyMs: 2000, round: (wire) => times(200, () => wire.drip(`${head}grant_type=`, DRIP_MS)) });
  },
};

/** An answer of 4.9 MB, taken by a few bytes a second. */
export const slowReaders: Attack = {
  name: '4 slow readers',
  async prepare(product) {
    const { client, path } = await largePicture(product);
    const request = requestText('GET', `/v1/img/${path}`, { token: client.token! });
    return { everyMs: 2000, round: (wire) => times(60, () => wire.send(request, { takes: 20 })) };
  },
};
