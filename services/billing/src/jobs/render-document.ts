import { LockMode, type EntityClass } from '@mikro-orm/postgresql';
import type { Database } from '@partner-ordering/data';
import type { JobDefinitions, WriteTools } from '@partner-ordering/http';
import { crashPoint } from '@partner-ordering/messaging';
import type { DocumentStore } from '../documents/document-store.ts';
import type { BillingJobs } from '../domain/receipt-jobs.ts';

/** A row that gets a PDF. */
export interface Rendered {
  gid: string;
  number: string;
  /** Where the PDF is stored; it depends on the gid only. */
  readonly path: string;
  fileUrl: string | null;
  attach(url: string, now: Date): void;
}

/** How the rows of an entity get their PDFs. */
export interface Rendering<Row> {
  entity: EntityClass<Row>;
  render: (row: Row) => Promise<Buffer>;
  /** Path of the resource that shows it: whoever sees that may read the PDF. */
  holder: (row: Row) => string;
  /** Tells partners that it is there. */
  tell: (tools: Pick<WriteTools, 'publish'>, row: Row) => void;
}

type Definition = JobDefinitions<BillingJobs>['render_receipt'];

/** Makes the PDF of a row and stores it. The path is always the same, so doing it twice does no harm. */
export function renderJob<Row extends Rendered>(
  { orm }: Database,
  documents: DocumentStore,
  { entity, render, holder, tell }: Rendering<Row>,
): Pick<Definition, 'run'> {
  return {
    run: async ({ data: { gid } }) => {
      const pending = { gid, fileUrl: null } as never;
      const row = (await orm.em.fork().findOne(entity, pending)) as Row | null;
      if (row === null) return undefined;
      const document = { path: row.path, holder: holder(row), name: `${row.number}.pdf`, content: await render(row) };
      const { url } = await documents.put(document);
      return async ({ em }, tools) => {
        crashPoint('receipt-pdf');
        const locked = (await em.findOne(entity, pending, { lockMode: LockMode.PESSIMISTIC_WRITE })) as Row | null;
        if (locked === null) return;
        locked.attach(url, tools.now);
        tell(tools, locked);
      };
    },
  };
}
