import { runService } from '@partner-ordering/http';
import { createCatalog } from './service.ts';

/** The catalog service as a process of its own, see docs/configuration.md; `main.ts migrate` only brings its database up to date. */
await runService(createCatalog, process.env);
