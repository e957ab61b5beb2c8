-- What a person has allowed an application. Quoted, since the word is reserved.
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
