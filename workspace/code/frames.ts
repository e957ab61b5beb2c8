/** What a block of a page needs before it compiles and readers need not see. */
export interface Frame {
  /** The folder whose file it would be, if its imports are relative. */
  folder?: string;
  before?: string;
  after?: string;
}

/** By page and number of the block in it. A block that is missing here is whole. */
export const frames: Readonly<Record<string, Frame>> = {
  'docs/developers/adding-a-field.md#1': {
    before: `import { schemaMigration } from '@partner-ordering/data';\nexport const migrations = [`,
    after: `];`,
  },
  'docs/developers/adding-a-mail.md#1': {
    folder: 'services/billing/src/mails',
    before: `
import { managersOf } from '@partner-ordering/commerce';
import type { Database } from '@partner-ordering/data';
import { languageOf, type Letter, type WriteLetter } from '@partner-ordering/mail';
import { Invoice } from '../domain/invoice.ts';
declare const database: Database;
declare const mailTexts: Record<'en' | 'fr', { paymentReceived(data: { firstname: string; number: string }): Omit<Letter, 'language'> }>;
export const letters: Readonly<Record<string, WriteLetter>> = {`,
    after: `};`,
  },
  'docs/developers/adding-a-mail.md#2': {
    before: `
import { mailJob } from '@partner-ordering/mail';
import type { AddJob } from '@partner-ordering/writes';
declare const addJob: AddJob, gid: string, user: string, email: string, organizationGid: string;`,
  },
  'docs/developers/adding-a-service.md#1': {
    before: `
import type { ServiceModule as Module } from '@partner-ordering/service';
type ServiceModule = Omit<Module, 'name'> & { name: string };
declare const createReports: Module['create'];`,
  },
  'docs/developers/adding-a-service.md#2': {
    before: `
import type { Service, ServiceConfig, ServiceDefinition } from '@partner-ordering/service';
type Definition = ServiceDefinition<object, object, 'catalog'>;
declare const createService: (definition: Omit<Definition, 'name'> & { name: string }, config: ServiceConfig) => Promise<Service>;
declare const document: Definition['document'], createRouter: Definition['createRouter'];`,
  },
  'docs/developers/adding-an-endpoint.md#1': {
    folder: 'services/catalog/src/operations',
    before: `
import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Category } from '../domain/category.ts';
import { categories } from '../resources/categories.ts';`,
  },
  'docs/developers/adding-an-endpoint.md#2': {
    folder: 'services/catalog/src/domain',
    before: `
import { mustBeAdmin, newGid, type Principal } from '@partner-ordering/kernel';
import type { CategoryCreate } from '../../generated/models.ts';
import { CategorySchema } from './category.ts';
export class Category extends CategorySchema.class {`,
    after: `}`,
  },
  'docs/developers/adding-an-endpoint.md#3': {
    folder: 'services/catalog/src/domain',
    before: `
import { invalid } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';`,
  },
  'docs/developers/adding-an-endpoint.md#4': {
    folder: 'services/catalog/src/resources',
    before: `
import { expression, pick, raw, resource, sql, table } from '@partner-ordering/data';
import type { Category } from '../../generated/models.ts';
import { Category as CategoryEntity } from '../domain/category.ts';
import { orderableProducts } from './products.ts';
const c = table(CategoryEntity, 'c');`,
  },
  'docs/developers/adding-an-endpoint.md#5': {
    folder: 'services/files/src/internal',
    before: `
import type { CallableServices } from '@partner-ordering/service-client';
import type { OperationContext } from '@partner-ordering/http';
import type { Principal } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/internal/operations.ts';
import { formFor } from '../domain/forms/upload-forms.ts';
declare const services: CallableServices<'identity'>, principal: Principal, product: { gid: string };
declare const askOutside: <Answer>(question: string, ask: (services: CallableServices<'catalog'>) => Promise<Answer>) => Answer;`,
  },
  'docs/developers/adding-an-endpoint.md#6': {
    folder: 'services/catalog/src/operations',
    before: `
import assert from 'node:assert/strict';
import { test } from 'node:test';
declare const catalog: { product(): Promise<string> };
declare const put: (gid: string, body: object) => Promise<void>;
declare const read: (gid: string) => Promise<{ available_options: { quantity: { enum: number[] | null } } }>;`,
  },
  'docs/developers/guarantees.md#1': {
    before: `
import { exactly, fromState } from '@partner-ordering/testing/contracts';
declare const product: string;
export const uses = {`,
    after: `};`,
  },
  'docs/partners/errors.md#1': {
    before: `
import type { Client, InvalidRequestError, ProjectCreate } from 'partner-ordering';
declare const error: InvalidRequestError, api: Client, order: ProjectCreate, confirm: (question: string) => boolean;`,
  },
  'docs/partners/polling.md#1': {
    before: `
import type { Client, ProjectSummary } from 'partner-ordering';
declare const api: Client, since: Date, store: (project: ProjectSummary) => Promise<void>;`,
  },
  'docs/partners/webhooks.md#2': {
    before: `
import { follow, type Client, type WebhookEvent } from 'partner-ordering';
declare const api: Client, organization: string, load: () => Promise<string | undefined>;
declare const store: (cursor: string) => Promise<void>, handle: (event: WebhookEvent) => Promise<void>;`,
  },
  'libs/fonts/README.md#1': {
    before: `
import { facesFor, paragraphOf } from '@partner-ordering/fonts';
declare const name: string, draw: (run: unknown) => void;`,
  },
  'libs/jobs/README.md#1': {
    before: `
import type { Database, Transaction } from '@partner-ordering/data';
import { addJobs, startJobWorker, type JobDefinitions, type JobWorkerOptions } from '@partner-ordering/jobs';
declare const database: Database, gid: string, now: Date, clock: JobWorkerOptions['clock'], logger: JobWorkerOptions['logger'];
declare const render: (gid: string) => Promise<Buffer>, store: (pdf: Buffer, signal: AbortSignal) => Promise<string>;
declare const attachFile: (tx: Transaction, gid: string, url: string, now: Date) => Promise<void>;
declare const deleteOldKeys: (tx: Transaction) => Promise<void>;`,
  },
  'libs/mail/README.md#1': {
    before: `
import { formatMoney, languageOf, mailJob, mailJobs, openMailer, readMail } from '@partner-ordering/mail';
import type { AddJob } from '@partner-ordering/writes';
declare const environment: Parameters<typeof readMail>[0], log: Parameters<typeof openMailer>[1], addJob: AddJob;
declare const user: { gid: string; email: string; firstname: string; locale: string }, find: (gid: string) => Promise<typeof user | undefined>;
declare const organization: { name: string }, budgetMinor: number, currency: string, url: string;`,
  },
  'libs/outbound/README.md#1': {
    before: `
import { guardedClient } from '@partner-ordering/outbound';
declare const url: string, write: (chunk: Uint8Array) => Promise<void>;`,
  },
  'libs/service/README.md#1': {
    before: `
import type { ServiceDefinition } from '@partner-ordering/service';
declare const definition: ServiceDefinition<object, object, 'catalog'>;
const { document, createRouter, operations, resources, entities, migrations, states, follows } = definition;`,
  },
  'libs/service/README.md#2': {
    before: `
import type { JobDefinitions, JobParts } from '@partner-ordering/service';
type CallableServices<_Name> = { notifications: { sendNote(note: { gid: string }): Promise<void> } };`,
  },
  'libs/testing/README.md#1': { folder: 'services/catalog/src/operations' },
  'libs/tracing/README.md#1': {
    before: `declare const call: Parameters<typeof spanOf.call>[0], ask: (one: typeof call) => Promise<string>;`,
  },
  'libs/writes/README.md#1': {
    before: `
import { defineEntity, p } from '@mikro-orm/postgresql';
const Note = class extends defineEntity({ name: 'Note', properties: { gid: p.uuid().primary(), ownerGid: p.uuid() } }).class {};
declare const ownerState: PublishedState['read'];`,
  },
};
