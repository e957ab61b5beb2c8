import { resolve } from 'node:path';
import { str } from 'envalid';
import { readVariables } from '@partner-ordering/http';

const root = resolve(import.meta.dirname, '../../..');

/** The folder in which files are stored: `FILES_DIR`; a relative one starts at the root of the repository. */
export function readFilesFolder(environment: NodeJS.ProcessEnv): string {
  const { FILES_DIR } = readVariables(environment, { FILES_DIR: str({ default: '.data/files' }) });
  if (FILES_DIR === '') throw new Error('FILES_DIR is empty');
  return resolve(root, FILES_DIR);
}
