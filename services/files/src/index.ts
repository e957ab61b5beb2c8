import { serviceLog } from '@partner-ordering/http';
import type { ServiceModule } from '@partner-ordering/service';
import { lostFiles } from './domain/lost-content.ts';
import { readQuotas, readStorage } from './environment.ts';
import { createFiles, storageAt } from './service.ts';

/** The service as processes, standalone and tests run it. */
export const service: ServiceModule = {
  name: 'files',
  create: (config, environment) => createFiles({ ...config, storage: readStorage(environment), quotas: readQuotas(environment) }),
  commands: {
    /** Prints the path of each file whose content is gone, and throws if there is any. */
    'lost-files': async ({ database }, _args, now, environment) => {
      const storage = await storageAt({
        storage: readStorage(environment),
        issuer: '',
        clock: () => now,
        log: serviceLog('files', 'warn', process.stderr),
      });
      let lost = 0;
      for await (const { path, createdAt } of lostFiles({ database, storage })) {
        process.stdout.write(`${path}  ${createdAt}\n`);
        lost += 1;
      }
      if (lost > 0) throw new Error(`the storage has lost ${lost} files`);
      return 'files: the storage has all files';
    },
  },
};
