import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleOrder, type ExampleOrder } from '@partner-ordering/catalog';
import { demoOrganizations } from '@partner-ordering/commerce';
import type { Service } from '@partner-ordering/service';
import { serviceNames, type ServiceName } from '@partner-ordering/kernel';
import { modules } from '../generated/modules.ts';
import type { StandaloneOptions } from './environment.ts';

/** The first order to try. */
export interface Demo {
  /** Gid of Harbour Bakery. */
  organization: string;
  /** Undefined if the product of the example was changed or removed. */
  order: ExampleOrder | undefined;
}

/** Marks a folder with demo data, since everybody knows its passwords. Throws a one-line Error for a marked folder in production. */
export function keepDemoApart({ dataDir, demo, isProduction }: Pick<StandaloneOptions, 'dataDir' | 'demo' | 'isProduction'>): void {
  const marker = join(dataDir, 'demo');
  if (isProduction && existsSync(marker)) throw new Error(`${dataDir} holds demo data; production needs another DATA_DIR`);
  if (!demo) return;
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(marker, 'This folder holds demo data.\n');
  } catch (error) {
    throw new Error(`cannot write to the data folder ${dataDir} (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

/** Fills empty databases, identity first, since the others refer to its organizations. Completes an interrupted start. */
export async function seedDemo(services: Readonly<Record<ServiceName, Service>>, now: Date): Promise<Demo> {
  for (const name of serviceNames) await modules[name].demo?.(services[name], now);
  const organization = demoOrganizations.harbourBakery;
  return { organization, order: await exampleOrder(services.catalog, organization) };
}
