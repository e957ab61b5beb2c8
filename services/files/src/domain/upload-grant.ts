import { newGid } from '@partner-ordering/kernel';
import type { Storage, UploadForm } from '../storage/storage.ts';

const MAX_SIZE_BYTES = 1_073_741_824;
const UPLOAD_MS = 60 * 60 * 1000;

/** A form with which a user can upload one file within an hour. */
export const uploadFormFor = (storage: Storage, user: string, now: Date): Promise<UploadForm> =>
  storage.uploadForm({ path: newGid(), uploader: user, maxSizeBytes: MAX_SIZE_BYTES, expiresAt: new Date(now.getTime() + UPLOAD_MS) });
