import { newGid } from '@partner-ordering/data';
import type { Storage, UploadForm } from '../storage/storage.ts';

const MAX_SIZE_BYTES = 1_073_741_824;
const UPLOAD_MS = 60 * 60 * 1000;

/** A form with which a user may upload one file within the hour: under a new path, or under the one that a service has chosen. */
export const uploadFormFor = (
  storage: Storage,
  user: string,
  { now, path = newGid() }: { now: Date; path?: string | undefined },
): UploadForm => storage.uploadForm({ path, uploader: user, maxSizeBytes: MAX_SIZE_BYTES, expiresAt: new Date(now.getTime() + UPLOAD_MS) });
