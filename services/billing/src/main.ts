import { runService } from '@partner-ordering/http';
import { readSeller } from './environment.ts';
import { createBilling } from './service.ts';

/** The billing service as a process of its own, see docs/configuration.md; `main.ts migrate` only brings its database up to date. */
await runService((config) => createBilling({ ...config, seller: readSeller(process.env) }), process.env);
