// Generated from the names in operations.ts and the files of src/operations by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { getFileInfo } from '../src/operations/getFileInfo.ts';
import { signFile } from '../src/operations/signFile.ts';
import { getImage } from '../src/operations/getImage.ts';
import { getPublicImage } from '../src/operations/getPublicImage.ts';
import { uploadFile } from '../src/operations/uploadFile.ts';
import { downloadFile } from '../src/operations/downloadFile.ts';
import { getUploadForm } from '../src/operations/getUploadForm.ts';

export const operations: Operations = { getFileInfo, signFile, getImage, getPublicImage, uploadFile, downloadFile, getUploadForm };
