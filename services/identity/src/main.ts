import { runService } from '@partner-ordering/http';
import { createIdentity } from './service.ts';

/** The identity service as a process of its own, see docs/configuration.md; `main.ts migrate` only brings its database up to date. */
await runService(createIdentity, process.env);
