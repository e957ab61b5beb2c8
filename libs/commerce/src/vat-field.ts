import { jsonObject, majorUnits, sql, type Column, type Field } from '@partner-ordering/data';

/** VAT as clients see it: major units, and the rate as a ratio (0.2). */
export interface Vat {
  amount: number;
  ratio: number;
  currency: string;
}

/** VAT in minor units and its rate in hundredths of a percent as `{amount, ratio, currency}`; null when the amount is. */
export const vatField = <M>({
  minor,
  rate,
  currency,
}: {
  minor: Column<M>;
  rate: Column;
  currency: Column;
}): Field<M extends number ? Vat : Vat | null> => ({
  value: sql`case when ${minor.sql} is not null then ${jsonObject({
    amount: majorUnits(minor, currency),
    ratio: sql`trim_scale(${rate.sql} / 10000.0)`,
    currency: currency.sql,
  })} end`,
});
