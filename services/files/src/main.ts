import { runService } from '@partner-ordering/http';
import { readStorage } from './environment.ts';
import { createFiles } from './service.ts';

/** The files service as a process of its own, see docs/configuration.md; `main.ts migrate` only brings its database up to date. */
await runService((config) => createFiles({ ...config, storage: readStorage(process.env) }), process.env);
