/** Reads the rows that check an order: $1 user, $2 product, $3 organization, $4 keys of prices (the first one counts), $5 membership. */
export const ORDER_CONTEXT_SQL = `
  select
    (select state from shared_state where type = 'principal' and key = $1) as principal,
    (select jsonb_build_object('is_enabled', state->'is_enabled', 'is_cumulative', state->'is_cumulative', 'options', state->'available_options',
      'allowed', state->'organizations' ? $3) from shared_state where type = 'product' and key = $2) as product,
    (select jsonb_build_object('is_deleted', state->'is_deleted', 'vat', state->'vat', 'country', state->'billing_address'->'country')
      from shared_state where type = 'organization' and key = $3) as organization,
    (select state from shared_state where type = 'price' and key = any($4::text[]) and state is not null order by array_position($4::text[], key) limit 1) as price,
    (select nullif(state->'monthly_budget', 'null') from shared_state where type = 'membership' and key = $5) as budget`;

/** Books in a budget: $1 user, $2 organization, $3 month, $4 currency, $5 amount, $6 limit or null. No row when it does not fit. */
export const BOOK_SQL = `
  insert into budget_account as account (user_gid, organization_gid, month, currency, booked_minor)
  select $1::uuid, $2::uuid, $3, $4, $5::bigint where $6::bigint is null or $5::bigint <= $6::bigint
  on conflict (user_gid, organization_gid, month, currency) do update set booked_minor = account.booked_minor + excluded.booked_minor
  where $6::bigint is null or account.booked_minor + excluded.booked_minor <= $6::bigint
  returning booked_minor`;

/** Everything else of a published order in one statement: project, history, booking, public states and outbox. */
export const RECORD_SQL = `
  with inserted as (
    insert into project (gid, created_at, short_code, title, description, status, state, published_at, started_at, deadline_at,
      due, mode, quantity, owner_gid, organization_gid, product_gid, price_minor, currency, vat_rate, vat_minor)
    values ($1::uuid, $2::timestamptz, $3, $4, $5, 'in_progress', 'published', $2, $6, $7, $8, $9, 1, $10::uuid, $11::uuid, $12, $13::bigint, $14, $15, $16)
  ), history as (
    insert into project_transition (gid, project_gid, created_at, command, from_state, to_state, to_status, actor_gid)
    values ($17::uuid, $1, $2, 'create', null, 'draft', 'draft', $10), ($18::uuid, $1, $2, 'publish', 'draft', 'published', 'in_progress', $10)
  ), booking as (
    insert into budget_booking (project_gid, user_gid, organization_gid, month, amount_minor, currency, created_at)
    values ($1, $10, $11, $19, $13, $14, $2)
  ), versioned as (
    insert into shared_state as known (type, key, version, state)
    select type, key, (extract(epoch from $2::timestamptz) * 1000)::bigint, event -> 'data'
    from (values ('budget_account', $20, $22::jsonb), ('project', $1::text, $21::jsonb)) as own (type, key, event)
    on conflict (type, key) do update set version = greatest(known.version + 1, excluded.version), state = excluded.state
    returning type, version
  )
  insert into outbox (topic, key, event)
  select topic, subject, case when version is null then event else event || jsonb_build_object('dataversion', version) end
  from (values (1, 'ordering.state', 'project/' || $1::text, $21::jsonb, 'project'), (2, 'ordering.state', 'budget_account/' || $20, $22, 'budget_account'),
    (3, 'ordering.facts', 'project/' || $1::text, $23::jsonb, null), (4, 'ordering.facts', 'project/' || $1::text, $24::jsonb, null)) as events (ordinal, topic, subject, event, type)
  left join versioned using (type)
  order by ordinal`;
