import { runService } from '@partner-ordering/http';
import { readSeller } from './environment.ts';
import { createOrdering } from './service.ts';

/** The ordering service as a process of its own, see docs/configuration.md; `main.ts migrate` only brings its database up to date. */
await runService((config) => createOrdering({ ...config, seller: readSeller(process.env) }), process.env);
