import type { Books } from '@partner-ordering/http';

/** What holds between orders as billing knows them, receipts and their numbers at any moment. */
export const books: Books = {
  // Every finished order that billing has heard of has its receipt, and no other order has one.
  receipts: `
    select coalesce(receipt.project_gid::text, project.key) as project, receipt.number, project.state ->> 'status' as status
    from receipt full join (select * from shared_state where type = 'project' and state is not null) project on project.key = receipt.project_gid::text
    where (project.state ->> 'status' in ('finished', 'paid')) is distinct from (receipt.gid is not null)`,
  totals: `select number, amount_minor, vat_minor, total_minor from receipt where total_minor <> amount_minor + vat_minor`,
  // The numbers of a year begin at 1 and have no gap.
  numbers: `
    select series, count(*), min(place) as first, max(place) as last
    from (select split_part(number, '-', 1) as series, split_part(number, '-', 2)::int as place from receipt) numbered
    group by series having min(place) <> 1 or max(place) <> count(*)`,
};
