import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import type { FileJobs } from '../domain/file-jobs.ts';
import { makeVariations, type MakeParts } from '../domain/images/make-variations.ts';

/** Makes the small versions of an image, one image at a time, as its pixels take much memory. */
export const makeVariationsJob = ({
  log,
  ...parts
}: Omit<MakeParts, 'onPeak'> & Pick<JobParts, 'log'>): JobDefinitions<FileJobs>['make_variations'] => ({
  atOnce: 1,
  // What no image of this size should do, it does again: a process that ends without an answer.
  maxAttempts: 5,
  // A client that asks for a variation again adds the job again.
  afterLoss: () => Promise.resolve(),
  run: async ({ data: { path }, now, signal }) => {
    const onPeak = (peakBytes: number): void => log.debug({ path, peakBytes }, 'The variations of an image were made');
    return makeVariations({ ...parts, onPeak }, path, { now, signal });
  },
});
