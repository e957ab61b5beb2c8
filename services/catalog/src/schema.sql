-- The tables of catalog. Text that is searched and rows that are counted: see migrations.ts.
-- Each statement ends with a semicolon at the end of a line; lines within one are indented.

create table category (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  title text not null,
  description text,
  weight int not null
);

create table product (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  title text not null,
  category_gid uuid not null references category deferrable initially deferred,
  available_options json not null,
  additional_meta json not null,
  is_enabled boolean not null,
  is_cumulative boolean not null,
  interface text not null,
  weight int not null,
  synonyms text[] not null
);
create index product_category on product (category_gid);

-- Which organizations may order a product.
create table product_organization (
  product_gid uuid not null references product on delete cascade deferrable initially deferred,
  organization_gid uuid not null,
  created_at timestamptz not null,
  primary key (product_gid, organization_gid)
);
create index product_organization_organization on product_organization (organization_gid, product_gid);

-- For the constraint of prices, which compares scalars and ranges.
create extension if not exists btree_gist;

-- organization_gid is null in a default price. key names product, organization and options: at any time one price of a key is valid.
create table price (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  product_gid uuid not null references product on delete cascade deferrable initially deferred,
  organization_gid uuid,
  mode text not null,
  due int not null,
  skill text,
  amount_minor bigint not null,
  currency text not null,
  key text not null,
  valid_from timestamptz,
  valid_until timestamptz,
  constraint price_key exclude using gist (key with =, tstzrange(valid_from, valid_until) with &&)
);
create index price_organization on price (organization_gid);
create index price_by_key on price (key);
create index price_product_organization on price (product_gid, organization_gid);

-- Imports of price sheets.
create table price_import (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  organization_gid uuid not null,
  status text not null,
  price_sheet_url text,
  prices_count int,
  hidden_rows_count int not null default 0,
  errors_count int not null,
  failure text,
  failure_code text,
  failure_params json,
  errors json not null
);
create index price_import_organization on price_import (organization_gid, gid);
create unique index price_import_pending on price_import (organization_gid) where status = 'pending';

-- What an import has read so far.
create table price_import_row (
  import_gid uuid not null references price_import on delete cascade,
  gid uuid not null,
  line int not null,
  key text not null,
  product_gid uuid not null,
  mode text not null,
  due int not null,
  skill text,
  amount_minor bigint not null,
  currency text not null,
  valid_from timestamptz,
  valid_until timestamptz,
  primary key (import_gid, gid)
);

-- Organizations that have a parent.
create index shared_state_parent on shared_state ((state ->> 'parent')) where type = 'organization';
