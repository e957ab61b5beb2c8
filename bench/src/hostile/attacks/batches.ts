import type { ApiClient } from '@partner-ordering/testing';
import type { Attack, Product } from '../attack.ts';
import { requestText } from '../wire.ts';
import { padded, plainPng } from '../pictures.ts';

const ACTIONS = 50;
const LONG_DESCRIPTION = 65_000;
const DRAFTS = 75;

const batch = (client: ApiClient, relativeUrl: string): string => {
  const body = JSON.stringify(Array.from({ length: ACTIONS }, () => ({ method: 'GET', relative_url: relativeUrl })));
  return requestText('POST', '/v1/batch', { token: client.token!, body });
};

/** A PNG of one pixel with 4.9 MB behind it, and somebody who may read it. */
export async function largePicture(product: Product): Promise<{ client: ApiClient; path: string }> {
  const client = await product.signIn('colleague@example.com', 'base upload_files');
  const file = new Blob([padded(plainPng({ width: 1, height: 1 }), 4_900_000)]);
  return { client, path: await product.upload(client, file, 'large.png') };
}

/** Batches of large images, whose answers are taken as fast as they come. */
export const batchesOfImages: Attack = {
  name: '1 batches of large images',
  async prepare(product) {
    const { client, path } = await largePicture(product);
    const request = batch(client, `/v1/img/${path}`);
    return { everyMs: 500, round: (wire) => void [1, 2].forEach(() => wire.send(request)) };
  },
};

/** Batches of long lists: each action would be answered with about 5 MB of JSON. */
export const batchesOfLists: Attack = {
  name: '1 batches of long lists',
  async prepare(product) {
    const client = await product.signIn('colleague@example.com');
    for (let count = 0; count < DRAFTS; count += 1) await product.draft(client, 'ä'.repeat(LONG_DESCRIPTION));
    const request = batch(client, `/v1/projects?limit=${DRAFTS}`);
    return { everyMs: 500, round: (wire) => void [1, 2].forEach(() => wire.send(request)) };
  },
};

/** Batches whose answers nobody takes. */
export const unreadBatches: Attack = {
  name: '1 batches that nobody takes',
  async prepare(product) {
    const { client, path } = await largePicture(product);
    const request = batch(client, `/v1/img/${path}`);
    return { everyMs: 500, round: (wire) => void [1, 2].forEach(() => wire.send(request, { takes: 0 })) };
  },
};
