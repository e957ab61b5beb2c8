import { defineEntity, p } from '@mikro-orm/postgresql';
import { newGid, type Detail } from '@partner-ordering/kernel';
import { failureColumns } from '@partner-ordering/kernel/faults';
import type { PriceImportError, PriceImportStatus } from '../../../generated/models.ts';

export const PriceImportSchema = defineEntity({
  name: 'PriceImport',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    organizationGid: p.uuid(),
    status: p.string().$type<PriceImportStatus>(),
    /** The address that was read, without its query. */
    priceSheetUrl: p.string().strictNullable(),
    pricesCount: p.integer().strictNullable(),
    hiddenRowsCount: p.integer(),
    errorsCount: p.integer(),
    /** Why the sheet could not be read, or was refused as a whole. */
    failure: p.string().strictNullable(),
    /** The same for programs. */
    failureCode: p.string().strictNullable(),
    failureParams: p.json<object>().strictNullable(),
    errors: p.json<PriceImportError[]>(),
  },
});

/** An import and the organization whose prices it replaces. */
export interface RunningImport {
  gid: string;
  organization: string;
}

/** The jobs of this service, with the data that each takes. */
export interface CatalogJobs {
  /** `remove`: it may remove more than half of the prices. */
  import_prices: { gid: string; remove: boolean };
}

/** What is known of a sheet: its address as identity has it, and the rows that it hides. */
export interface SheetFacts {
  url: string | null;
  hiddenRowsCount: number;
}

/** The result of an import. */
export type ImportResult =
  | { status: 'imported'; pricesCount: number }
  | { status: 'refused'; errors: PriceImportError[] }
  | { status: 'refused' | 'failed'; failure: Detail };

/** A fault at a column as the error of a line. */
export const errorIn = (line: number, { path: column, code, message, params }: Detail): PriceImportError => ({
  line,
  column,
  code,
  message,
  ...(params && { params }),
});

/** A replacement of an organization's prices by those of its sheet: all of them, or none. */
export class PriceImport extends PriceImportSchema.class {
  static begin(organizationGid: string, now: Date): PriceImport {
    const noSheet = { priceSheetUrl: null, hiddenRowsCount: 0 };
    const emptyResult = { modifiedAt: null, ...noSheet, pricesCount: null, errorsCount: 0, ...failureColumns(), errors: [] };
    return Object.assign(new PriceImport(), { gid: newGid(), createdAt: now, organizationGid, status: 'pending', ...emptyResult });
  }

  /** Notes what was read. The query of an address may hold a secret, and the record is also sent to webhooks. */
  noteSheet({ url, hiddenRowsCount }: SheetFacts): void {
    Object.assign(this, { priceSheetUrl: url?.split(/[?#]/, 1)[0] ?? null, hiddenRowsCount });
  }

  end(result: ImportResult, now: Date): void {
    const { status } = result;
    const errors = 'errors' in result ? result.errors : [];
    Object.assign(this, {
      status,
      modifiedAt: now,
      errors,
      errorsCount: errors.length,
      pricesCount: status === 'imported' ? result.pricesCount : null,
      ...failureColumns('failure' in result ? result.failure : null),
    });
  }
}

PriceImportSchema.setClass(PriceImport);
