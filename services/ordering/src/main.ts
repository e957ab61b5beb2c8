import { runService } from '@partner-ordering/http';
import { createOrdering } from './service.ts';

/** The ordering service as a process of its own, see docs/configuration.md; `main.ts migrate` only brings its database up to date. */
await runService(createOrdering, process.env);
