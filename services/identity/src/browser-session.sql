-- hash: SHA-256 of the secret in the browser's cookie.
create table browser_session (
  hash text primary key,
  user_gid uuid not null,
  ends_at timestamptz not null
);
create index browser_session_user_gid on browser_session (user_gid);
create index browser_session_ends_at on browser_session (ends_at);
