import { raw, sql, type Database } from '@partner-ordering/data';
import { Gauge, type Registry } from 'prom-client';

/** What measures from the tables how long receipts, credit notes and invoices wait for their PDFs. */
export function documentMetrics(registry: Registry, { database, clock }: { database: Database; clock: () => Date }): () => Promise<void> {
  const oldest = new Gauge({
    name: 'document_without_file_oldest_seconds',
    help: 'Age of the oldest receipt, credit note or invoice that has no PDF; 0 without one',
    labelNames: ['document'],
    registers: [registry],
  });
  return async () => {
    for (const { document, seconds } of await oldestWithoutFile(database, clock())) oldest.set({ document }, seconds);
  };
}

function oldestWithoutFile(database: Database, now: Date): Promise<{ document: string; seconds: number }[]> {
  const oldest = (table: 'receipt' | 'credit_note' | 'invoice') =>
    sql`select '${raw(table)}' as document,
      coalesce(extract(epoch from ${now}::timestamptz - (select min(created_at) from ${raw(table)} where file_url is null)), 0)::float8 as seconds`;
  return database.query(sql`${oldest('receipt')} union all ${oldest('credit_note')} union all ${oldest('invoice')}`);
}
