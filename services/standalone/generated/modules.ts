// Generated from libs/kernel/src/services.ts by `npm run generate`. Do not edit.
import { service as billing } from '@partner-ordering/billing';
import { service as catalog } from '@partner-ordering/catalog';
import { service as files } from '@partner-ordering/files';
import { service as identity } from '@partner-ordering/identity';
import { service as notifications } from '@partner-ordering/notifications';
import { service as ordering } from '@partner-ordering/ordering';
import type { ServiceModule } from '@partner-ordering/service';
import type { ServiceName } from '@partner-ordering/kernel';

/** Every service, by its name. */
export const modules: Readonly<Record<ServiceName, ServiceModule>> = { identity, catalog, ordering, billing, files, notifications };
