import type { Attack } from '../attack.ts';
import { batchesOfImages, batchesOfLists, unreadBatches } from './batches.ts';
import { drippingForms, drippingFromEight, drippingUploads, slowReaders } from './bodies.ts';
import { largeForms, mediumForms } from './forms.ts';
import { avifImages, interlacedImages, manyImages } from './images.ts';
import { manyRequests, manySignIns, pipelinedSignIns, unreadImages } from './requests.ts';

/** All of them, in the order in which they are measured. */
export const attacks: readonly Attack[] = [
  ...[batchesOfImages, batchesOfLists, unreadBatches],
  ...[interlacedImages, avifImages, manyImages],
  ...[largeForms, mediumForms],
  ...[drippingUploads, drippingFromEight, drippingForms, slowReaders],
  ...[pipelinedSignIns, unreadImages, manySignIns, manyRequests],
];
