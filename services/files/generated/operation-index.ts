// Generated from the names in operations.ts and the files of src/operations by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { getFileInfo, signFile, getUploadForm } from '../src/operations/files.ts';
import { getImage } from '../src/operations/getImage.ts';
import { getPublicImage } from '../src/operations/getPublicImage.ts';
import { getProjectArchive } from '../src/operations/getProjectArchive.ts';
import { uploadFile } from '../src/operations/uploadFile.ts';
import { downloadFile } from '../src/operations/downloadFile.ts';

export const operations: Operations = {
  getFileInfo,
  signFile,
  getImage,
  getPublicImage,
  getProjectArchive,
  uploadFile,
  downloadFile,
  getUploadForm,
};
