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

/** How many PDFs one run makes; they are in memory together. */
const MADE_TOGETHER = 10;

/** Makes the PDF of a row and stores it. The path is always the same, so doing it twice does no harm. */
export function renderJob<Row extends Rendered>(...parts: RenderParts<Row>): Pick<Definition, 'run'> {
  return { run: ({ data }) => renderRows([data.gid], ...parts) };
}

/** The same several together: for small documents that come in large numbers. It halves what each costs all services. */
export function renderJobs<Row extends Rendered>(...parts: RenderParts<Row>): Pick<Definition, 'run' | 'together'> {
  const gidsOf = (jobs: readonly { data: { gid: string } }[]): string[] => jobs.map(({ data }) => data.gid);
  return { ...renderJob(...parts), together: { most: MADE_TOGETHER, run: (jobs) => renderRows(gidsOf(jobs), ...parts) } };
}

type RenderParts<Row> = [database: Database, documents: DocumentStore, rendering: Rendering<Row>];

async function renderRows<Row extends Rendered>(
  gids: readonly string[],
  ...[{ orm }, documents, { entity, render, holder, tell }]: RenderParts<Row>
): ReturnType<Definition['run']> {
  const pending = { gid: { $in: [...gids] }, fileUrl: null } as never;
  const rows = (await orm.em.fork().find(entity, pending)) as unknown as Row[];
  if (rows.length === 0) return undefined;
  const put = async (row: Row): Promise<[gid: string, url: string]> => {
    const document = { path: row.path, holder: holder(row), name: `${row.number}.pdf`, content: await render(row) };
    return [row.gid, (await documents.put(document)).url];
  };
  const puts = rows.map(put);
  // All have ended, so that none is stored here while it is tried alone.
  await Promise.allSettled(puts);
  const urls = new Map(await Promise.all(puts));
  return async ({ em }, tools) => {
    crashPoint('receipt-pdf');
    // In one order, so that two transactions with the same rows wait for each other and do not lock each other out.
    const inOrder = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { gid: 'asc' } } as never;
    for (const row of (await em.find(entity, pending, inOrder)) as unknown as Row[]) {
      row.attach(urls.get(row.gid)!, tools.now);
      tell(tools, row);
    }
  };
}
