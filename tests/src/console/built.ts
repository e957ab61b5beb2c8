import { join } from 'node:path';

/** Where the console's build is. */
export const builtFolder = join(import.meta.dirname, '../../../console/dist');
