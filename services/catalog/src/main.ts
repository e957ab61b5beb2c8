import { runService } from '@partner-ordering/service';
import { service } from './index.ts';

/** The catalog service as a process of its own; docs/operators/configuration.md has its variables and commands. */
await runService(service, process.env);
