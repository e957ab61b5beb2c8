-- sid: the session of the tokens that the gateway gets for it. used_at: unused, it ends early.
alter table browser_session
  add column sid uuid not null default gen_random_uuid(),
  add column used_at timestamptz not null default now();
