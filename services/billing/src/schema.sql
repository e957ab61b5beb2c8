-- The tables of billing. Text that is searched and rows that are counted: see migrations.ts.
-- Each statement ends with a semicolon at the end of a line; lines within one are indented.

-- What an organization pays with. rid_since: since when it is this one at the provider.
create table payment_source (
  organization_gid uuid constraint payment_source_key primary key,
  gid uuid not null unique,
  created_at timestamptz not null,
  modified_at timestamptz,
  rid text not null,
  reference text,
  last_digits text,
  rid_since timestamptz not null
);

-- The lock of a row serializes the numbers of a series. Each year starts at 1.
create table number_series (
  name text primary key,
  year int not null,
  last_number int not null
);
insert into number_series (name, year, last_number)
  select name, 0, 0 from unnest(array['receipt', 'test_receipt', 'credit_note', 'test_credit_note', 'invoice']) name;

-- Numbers that are not given: before a restore, documents with them may have been.
create table skipped_number (
  number text primary key
);

-- One per finished project. What credit notes take off and what an invoice collects stands beside the amounts.
create table receipt (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  number text not null constraint receipt_number unique,
  project_gid uuid not null constraint receipt_project unique,
  status text not null,
  failure text,
  failure_code text,
  failure_params json,
  paid_at timestamptz,
  organization_gid uuid not null,
  user_gid uuid not null,
  amount_minor bigint not null,
  vat_rule text not null,
  vat_rate int not null,
  vat_minor bigint not null,
  total_minor bigint not null,
  currency text not null,
  is_test boolean not null,
  payment_rid text,
  content jsonb not null,
  file_url text,
  credited_amount_minor bigint not null default 0,
  credited_vat_minor bigint not null default 0,
  paid_minor bigint,
  invoice_gid uuid,
  invoiced_amount_minor bigint,
  invoiced_vat_minor bigint
);
create index receipt_organization_gid_gid on receipt (organization_gid, gid);
create index receipt_organization_gid_created_at on receipt (organization_gid, created_at, gid);
create index receipt_user_gid_gid on receipt (user_gid, gid);
create index receipt_user_gid_created_at on receipt (user_gid, created_at, gid);
create index receipt_created_at on receipt (created_at, gid);
create index receipt_to_charge on receipt (gid) where status = 'open' and payment_rid is not null;
create index receipt_invoice on receipt (invoice_gid, gid) where invoice_gid is not null;
create index receipt_to_invoice on receipt (organization_gid, currency, created_at) where status <> 'paid' and invoice_gid is null;
create index receipt_modified_at on receipt (coalesce(modified_at, created_at), gid);
create index receipt_organization_gid_modified_at on receipt (organization_gid, coalesce(modified_at, created_at), gid);
create index receipt_user_gid_modified_at on receipt (user_gid, coalesce(modified_at, created_at), gid);
create index receipt_payment_rid on receipt (payment_rid, created_at) where payment_rid is not null;
-- What awaits its PDF, for the metric.
create index receipt_without_file on receipt (created_at) where file_url is null;
create index receipt_unpaid on receipt (status, created_at, gid) where status <> 'paid';

create table credit_note (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  number text not null constraint credit_note_number unique,
  organization_gid uuid not null,
  receipt_gid uuid not null,
  project_gid uuid not null,
  reason text not null,
  amount_minor bigint not null,
  vat_rule text not null,
  vat_rate int not null,
  vat_minor bigint not null,
  total_minor bigint not null,
  currency text not null,
  is_test boolean not null,
  content jsonb not null,
  file_url text
);
create index credit_note_organization_gid on credit_note (organization_gid, gid);
create index credit_note_organization_created_at on credit_note (organization_gid, created_at, gid);
create index credit_note_organization_modified_at on credit_note (organization_gid, coalesce(modified_at, created_at), gid);
create index credit_note_without_file on credit_note (created_at) where file_url is null;
create index credit_note_receipt on credit_note (receipt_gid);
create index credit_note_project on credit_note (project_gid);

create table invoice (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  number text not null constraint invoice_number unique,
  organization_gid uuid not null,
  period text not null,
  status text not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  amount_minor bigint not null,
  vat_rate int,
  vat_minor bigint not null,
  total_minor bigint not null,
  owed_minor bigint not null,
  currency text not null,
  content jsonb not null,
  reminders int not null,
  file_url text
);
create index invoice_organization_gid on invoice (organization_gid, gid);
create index invoice_organization_created_at on invoice (organization_gid, created_at, gid);
create index invoice_created_at on invoice (created_at, gid);
create index invoice_organization_modified_at on invoice (organization_gid, coalesce(modified_at, created_at), gid);
create index invoice_modified_at on invoice (coalesce(modified_at, created_at), gid);
create index invoice_organization_due_at on invoice (organization_gid, due_at, gid);
create index invoice_due_at on invoice (due_at, gid);
create index invoice_status on invoice (status, gid);
create index invoice_period on invoice (period, gid);
create index invoice_without_file on invoice (created_at) where file_url is null;
create index invoice_open on invoice (due_at) where status = 'open';

-- What got no PDF in three attempts. An attempt that runs has not failed yet.
create view unrendered_document as
  select document.*, last_error as reason, failures as attempts
  from (
    select gid, created_at, 'receipt' as kind, number, organization_gid from receipt where file_url is null
    union all select gid, created_at, 'invoice', number, organization_gid from invoice where file_url is null
    union all select gid, created_at, 'credit_note', number, organization_gid from credit_note where file_url is null
  ) document
  join job on job.name = 'render_' || kind and job.key = document.gid::text,
  lateral (select attempts - (leased_until is not null)::int as failures) counted
  where failures >= 3 and last_error is not null;

-- Receipts at the payment provider, as they were last read there.
create table payment (
  receipt_gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  rid text,
  status text not null,
  attempts int not null,
  next_attempt_at timestamptz,
  action_url text,
  received_minor bigint not null,
  refunded_minor bigint not null,
  dispute_status text,
  dispute_reason text,
  dispute_minor bigint,
  readings int not null,
  is_surplus boolean not null default false,
  currency text
);
create unique index payment_rid on payment (rid);
create index payment_due on payment (next_attempt_at) where next_attempt_at is not null;

-- What goes back to payers.
create table refund (
  gid uuid primary key,
  receipt_gid uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz,
  amount_minor bigint not null,
  status text not null,
  failure text
);
create index refund_receipt on refund (receipt_gid);
create index refund_open on refund (gid) where status = 'open';

-- Whose payment sources are whose: the first that names one has it for good.
create table payment_source_owner (
  rid text primary key,
  organization_gid uuid not null
);
create index payment_source_owner_organization_gid on payment_source_owner (organization_gid);

-- Pages of the payment provider where a payer may still set up what the organization pays with, opened by a user.
-- source: the customer it is for; replaces: the payment source at that time.
create table payment_setup (
  rid text primary key,
  organization_gid uuid not null,
  user_gid uuid not null,
  source text not null,
  replaces text,
  created_at timestamptz not null
);
create index payment_setup_organization_gid on payment_setup (organization_gid, created_at);

-- The managers of an organization, to whom mails go.
create index shared_state_memberships on shared_state using gin ((state -> 'memberships') jsonb_path_ops) where type = 'principal';
