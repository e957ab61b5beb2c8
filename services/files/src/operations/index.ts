import type { Operations } from '../../generated/operations.ts';
import { downloadFile } from './downloadFile.ts';
import { getFileInfo } from './getFileInfo.ts';
import { getImage } from './getImage.ts';
import { getPublicImage } from './getPublicImage.ts';
import { getUploadForm } from './getUploadForm.ts';
import { signFile } from './signFile.ts';
import { uploadFile } from './uploadFile.ts';

/** All operations of the document but those that only read a resource. If one is missing, this does not compile. */
export const operations: Operations = { downloadFile, getFileInfo, getImage, getPublicImage, getUploadForm, signFile, uploadFile };
