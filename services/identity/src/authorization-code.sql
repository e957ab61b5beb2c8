-- redirect_uris: where authorization codes may go. is_public: without a secret (RFC 6749, section 2.1).
alter table application
  add column redirect_uris text[] not null default '{}',
  add column is_public boolean not null default false;

-- hash: SHA-256 of the code. session_gid: what its first use began; another use ends that.
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
