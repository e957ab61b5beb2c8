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
type Together = NonNullable<Definition['together']>;
type Run = (gids: readonly string[]) => ReturnType<Definition['run']>;

/** How many PDFs one run makes; they are in memory together. */
const MADE_TOGETHER = 10;

/** Makes the PDFs of rows and stores them. The paths are always the same, so doing it twice does no harm. */
export function renderJob<Row extends Rendered>(
  database: Database,
  documents: DocumentStore,
  rendering: Rendering<Row>,
): Pick<Definition, 'run'> {
  const run = renderRows(database, documents, rendering);
  return { run: ({ data: { gid } }) => run([gid]) };
}

/** The same, several together: for small documents. */
export function renderJobs<Row extends Rendered>(
  database: Database,
  documents: DocumentStore,
  rendering: Rendering<Row>,
): Pick<Definition, 'run' | 'together'> {
  const run = renderRows(database, documents, rendering);
  const together: Together = { most: MADE_TOGETHER, run: (jobs) => run(jobs.map(({ data: { gid } }) => gid)) };
  return { ...renderJob(database, documents, rendering), together };
}

const renderRows =
  <Row extends Rendered>({ orm }: Database, documents: DocumentStore, { entity, render, holder, tell }: Rendering<Row>): Run =>
  async (gids) => {
    const pending = { gid: { $in: [...gids] }, fileUrl: null } as never;
    const rows = (await orm.em.fork().find(entity, pending)) as unknown as Row[];
    if (rows.length === 0) return undefined;
    const put = async (row: Row): Promise<[string, string]> => {
      const stored = { path: row.path, holder: holder(row), name: `${row.number}.pdf`, content: await render(row) };
      return [row.gid, (await documents.put(stored)).url];
    };
    const urls = new Map(await Promise.all(rows.map(put)));
    return async ({ em }, tools) => {
      crashPoint('receipt-pdf');
      // In one order, so that two transactions with the same rows wait for each other and do not lock each other out.
      const inOrder = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { gid: 'asc' } } as never;
      const locked = (await em.find(entity, pending, inOrder)) as unknown as Row[];
      for (const row of locked) {
        const url = urls.get(row.gid);
        if (url === undefined) continue;
        row.attach(url, tools.now);
        tell(tools, row);
      }
    };
  };
