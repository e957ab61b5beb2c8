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
create index payment_source_owner_organization_gid on payment_source_owner (organization_gid);
