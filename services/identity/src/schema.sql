-- The tables of identity. Text that is searched and rows that are counted: see migrations.ts.
-- Each statement ends with a semicolon at the end of a line; lines within one are indented.

create table organization (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  name text not null,
  hostname text constraint organization_hostname unique,
  vat text,
  billing_address jsonb not null,
  billing_contact jsonb not null,
  test boolean not null,
  parent_gid uuid references organization deferrable initially deferred,
  credit_limit_minor bigint,
  credit_limit_currency text,
  price_sheet_url text,
  project_page_url text,
  is_enabled boolean not null default true,
  logo_path text,
  logo_url text
);
create index organization_parent on organization (parent_gid);

create table "user" (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  email text not null,
  pending_email text,
  firstname text not null,
  lastname text not null,
  locale text not null,
  phone text,
  mobile_phone text,
  roles text[] not null,
  is_enabled boolean not null,
  password_hash text,
  is_email_confirmed boolean not null default true,
  deleted_at timestamptz,
  avatar_path text,
  avatar_url text,
  notifications_off text[] not null default '{}'
);
create unique index user_email on "user" (lower(email));
create index user_lastname on "user" (lastname, gid) where deleted_at is null;

create table membership (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  user_gid uuid not null references "user" deferrable initially deferred,
  organization_gid uuid not null references organization deferrable initially deferred,
  budget_minor bigint,
  budget_currency text,
  is_manager boolean not null,
  constraint membership_user_organization unique (user_gid, organization_gid)
);
create index membership_organization on membership (organization_gid, user_gid);

-- passes_on_addresses: its X-Forwarded-For names the end user. deleted_at: the row stays until its sessions end.
-- redirect_uris: addresses to which authorization codes may go. is_public: without a secret (RFC 6749, section 2.1).
create table application (
  gid uuid primary key,
  client_id text not null unique,
  name text not null,
  grants text[] not null,
  organizations text[] not null,
  technical_user uuid,
  secrets jsonb not null,
  is_enabled boolean not null,
  created_at timestamptz not null,
  modified_at timestamptz,
  passes_on_addresses boolean not null default false,
  scopes text[] not null default '{base,files,upload_files}',
  deleted_at timestamptz,
  redirect_uris text[] not null default '{}',
  is_public boolean not null default false
);

-- With it people try requests in the reference. The program adds its redirect URI, and whom it admits (DOCS_TRY_IT).
insert into application (gid, client_id, name, grants, organizations, secrets, is_enabled, created_at, is_public)
  values ('019a0000-0000-7000-8000-0000000000d0', 'docs', 'Documentation', '{authorization_code,refresh_token}', '{}', '[]', true, now(), true);

-- A person's permission for an application. Quoted, since the word is reserved.
create table "authorization" (
  gid uuid primary key,
  user_gid uuid not null,
  application_gid uuid not null references application on delete cascade,
  scope text[] not null,
  created_at timestamptz not null,
  modified_at timestamptz,
  constraint authorization_user_application unique (user_gid, application_gid)
);
create index authorization_application_gid on "authorization" (application_gid);

-- hash: SHA-256 of the code. session_gid: the session of its first use; another use ends it.
create table authorization_code (
  hash text primary key,
  application_gid uuid not null references application on delete cascade,
  user_gid uuid not null,
  redirect_uri text not null,
  scope text[] not null,
  code_challenge text not null,
  network text,
  expires_at timestamptz not null,
  session_gid uuid
);
create index authorization_code_application_gid on authorization_code (application_gid);
create index authorization_code_user_gid on authorization_code (user_gid);
create index authorization_code_expires_at on authorization_code (expires_at);

create table session (
  gid uuid primary key,
  user_gid uuid not null,
  application_gid uuid not null references application on delete cascade,
  grant_type text not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  network text
);
create index session_user_gid on session (user_gid);
create index session_application_gid on session (application_gid);
create index session_ends_at on session (ends_at);
create index session_revoked_at on session (revoked_at) where revoked_at is not null;
create index session_living on session (user_gid, gid) where revoked_at is null and grant_type <> 'client_credentials';

-- Of a used one: network_hash is the network in which a public application used it, successor the next one, encrypted by a key that is made
-- of the token itself; it is given for 10 s and removed within a minute after.
create table refresh_token (
  hash text primary key,
  session_gid uuid not null references session on delete cascade,
  scope text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  network_hash text,
  successor text
);
create index refresh_token_session_gid on refresh_token (session_gid);
create index refresh_token_successor on refresh_token (session_gid) where successor is not null;
create index refresh_token_expires_at on refresh_token (expires_at);

-- hash: SHA-256 of the secret in the browser's cookie. sid: the session of the tokens that the gateway gets for it. used_at: unused, it
-- ends before ends_at.
create table browser_session (
  hash text primary key,
  user_gid uuid not null,
  ends_at timestamptz not null,
  sid uuid not null default gen_random_uuid(),
  used_at timestamptz not null default now(),
  network text,
  user_agent text
);
create index browser_session_user_gid on browser_session (user_gid);
create index browser_session_ends_at on browser_session (ends_at);

create table revocation (
  seq bigint generated always as identity primary key,
  session_gid uuid not null unique,
  expires_at timestamptz not null
);
create index revocation_expires_at on revocation (expires_at);

create table signing_key (
  gid uuid primary key,
  private_key text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  expires_at timestamptz,
  encryption_key_id text not null
);

-- Tokens of the links of mails, as hashes.
create table mail_token (
  gid uuid primary key,
  purpose text not null,
  subject_gid uuid not null,
  address text not null,
  hashes text[] not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_token_hashes on mail_token using gin (hashes);
create index mail_token_subject on mail_token (subject_gid, purpose);
create index mail_token_address on mail_token (lower(address));
create index mail_token_expires_at on mail_token (expires_at);

-- Mails that are not tried again.
create view undelivered_mail as
  select (data ->> 'gid')::uuid as gid, added_at as created_at, given_up_at as modified_at, substr(name, 6) as kind,
    data ->> 'to' as "to", regexp_replace(coalesce(last_error, ''), '^Error: ', '') as reason, attempts
  from job where starts_with(name, 'mail_') and given_up_at is not null;

-- Open and expired invitations; a used one is deleted.
create table invitation (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  token text not null constraint invitation_token unique,
  email text not null,
  organization_gid uuid not null references organization deferrable initially deferred,
  budget_minor bigint,
  budget_currency text,
  is_manager boolean not null,
  invited_by uuid not null,
  expires_at timestamptz not null
);
create unique index invitation_organization_email on invitation (organization_gid, lower(email));
create index invitation_expires_at on invitation (expires_at);

-- Separate from users, whose rows are wide and searched: it is written all the time.
create table last_seen (
  user_gid uuid primary key,
  at timestamptz not null
);

-- Counts of failed sign-ins and of mails by sender and recipient, in the form of rate-limiter-flexible.
create table rate_limit (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);
create index rate_limit_expire on rate_limit (expire);

-- The projects of a user.
create index shared_state_project_owner on shared_state ((state ->> 'owner')) where type = 'project';
