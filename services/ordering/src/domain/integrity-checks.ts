import type { IntegrityChecks } from '@partner-ordering/service';

/** Rules between orders, bookings, budgets and histories that hold at any moment. */
export const integrityChecks: IntegrityChecks = {
  // Exactly the published orders that were not canceled are booked, at their prices.
  bookings: `
    select coalesce(project.gid, booking.project_gid) as project, project.state, project.status, project.price_minor, project.currency,
      booking.amount_minor, booking.currency as booked_currency
    from project full join (select * from budget_booking where released_at is null) booking on booking.project_gid = project.gid
    where (project.state = 'published' and project.status <> 'canceled') is distinct from (booking.project_gid is not null)
      or (booking.amount_minor, booking.currency) <> (project.price_minor, project.currency)`,
  // The amount spent in a month is the sum of its bookings.
  budgets: `
    select user_gid as "user", organization_gid as organization, month, currency, account.booked_minor, booked.sum
    from budget_account account full join (
      select user_gid, organization_gid, month, currency, sum(amount_minor) as sum
      from budget_booking where released_at is null group by user_gid, organization_gid, month, currency
    ) booked using (user_gid, organization_gid, month, currency)
    where coalesce(account.booked_minor, 0) <> coalesce(booked.sum, 0)`,
  // The history of each order leads, step by step, to what the order is.
  histories: `
    select coalesce(project.gid, step.project_gid) as project, project.state, project.status, step.command, step.from_state, step.came_from,
      step.to_state, step.to_status
    from project full join (
      select *, lag(to_state) over steps as came_from, lead(gid) over steps is null as is_last
      from project_transition window steps as (partition by project_gid order by gid)
    ) step on step.project_gid = project.gid
    where project.gid is null or step.gid is null or step.from_state is distinct from step.came_from
      or (step.is_last and (step.to_state, step.to_status) <> (project.state, project.status))`,
  // An order awaits whom its state, its works and deliveries and its last word ask.
  turns: `
    select gid as project, state, status, last_word, awaits
    from project where awaits is distinct from case
      when state = 'draft' and last_word = 'approver' then 'owner'
      when state = 'draft' or status not in ('draft', 'in_progress') then null
      when state = 'require_approval' then 'approver'
      when state = 'proposal' or last_word = 'staff' or exists (select 1 from work where project_gid = project.gid) or exists (
        select 1 from project_message m where m.project_gid = project.gid
          and m.type = 'delivery' and m.accepted_at is null and m.rejected_at is null) then 'owner'
      when state = 'waiting_for_proposal' or last_word = 'customer' then 'staff' end`,
};
