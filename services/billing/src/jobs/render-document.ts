import { LockMode, type EntityClass } from '@mikro-orm/postgresql';
import type { Database } from '@partner-ordering/data';
import type { JobDefinitions } from '@partner-ordering/service';
import type { WriteContext } from '@partner-ordering/writes';
import { crashPoint } from '@partner-ordering/messaging';
import type { DocumentStore } from '../documents/document-store.ts';
import type { BillingJobs } from '../domain/receipt-jobs.ts';

/** A row that gets a PDF. */
interface RenderedRow {
  gid: string;
  number: string;
  /** Path of the stored PDF; it depends on the gid only. */
  readonly path: string;
  fileUrl: string | null;
  modifiedAt: Date | null;
}

/** The rendering of an entity as PDFs. */
export interface Rendering<Row> {
  entity: EntityClass<Row>;
  render: (row: Row) => Promise<Buffer>;
  /** Path of the resource whose readers may read the PDF. */
  holder: (row: Row) => string;
  /** Publishes that the PDF is stored. */
  recordFileAdded: (context: Pick<WriteContext, 'publish'>, row: Row) => void;
}

type Run = JobDefinitions<BillingJobs>['render_receipt']['run'];

/** Makes and stores the PDFs of some rows, which are in memory together. Their paths never change, so doing it twice does no harm. */
export const rendering =
  <Row extends RenderedRow>({ orm }: Database, documents: DocumentStore, { entity, render, holder, recordFileAdded }: Rendering<Row>) =>
  async (...gids: readonly string[]): ReturnType<Run> => {
    const unrendered = { gid: { $in: [...gids] }, fileUrl: null } as never;
    const rows = (await orm.em.fork().find(entity, unrendered)) as unknown as Row[];
    if (rows.length === 0) return undefined;
    const put = async (row: Row): Promise<[gid: string, url: string]> => {
      const document = { path: row.path, holder: holder(row), name: `${row.number}.pdf`, content: await render(row) };
      return [row.gid, (await documents.put(document)).url];
    };
    const puts = rows.map(put);
    // All have ended, so that none is stored here while it is tried alone.
    await Promise.allSettled(puts);
    const urls = new Map(await Promise.all(puts));
    return async ({ em }, context) => {
      crashPoint('receipt-pdf');
      // In one order, so that two transactions with the same rows wait for each other and do not lock each other out.
      const inOrder = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { gid: 'asc' } } as never;
      for (const row of (await em.find(entity, unrendered, inOrder)) as unknown as Row[]) {
        Object.assign(row, { fileUrl: urls.get(row.gid)!, modifiedAt: context.now });
        recordFileAdded(context, row);
      }
    };
  };
