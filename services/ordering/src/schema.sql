-- The tables of ordering. Text that is searched and rows that are counted: see migrations.ts.
-- Each statement ends with a semicolon at the end of a line; lines within one are indented.

create table project (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  short_code text not null constraint project_short_code unique,
  title text not null,
  description text not null,
  status text not null,
  state text not null,
  published_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  canceled_at timestamptz,
  deadline_at timestamptz,
  due int,
  mode text,
  skill text,
  quantity int not null,
  owner_gid uuid not null,
  organization_gid uuid not null,
  product_gid uuid,
  price_minor bigint,
  currency text,
  vat_rate int,
  vat_minor bigint,
  first_result_at timestamptz,
  winner_gid uuid,
  worker_gid uuid,
  awaits text,
  has_open_result boolean not null default false,
  last_word text,
  last_added_at timestamptz,
  last_added_by uuid
);
create index project_organization_gid_gid on project (organization_gid, gid);
create index project_organization_gid_created_at on project (organization_gid, created_at, gid);
create index project_owner_gid_gid on project (owner_gid, gid);
create index project_owner_gid_created_at on project (owner_gid, created_at, gid);
create index project_organization_gid_status on project (organization_gid, status, created_at, gid);
create index project_created_at on project (created_at, gid);
create index project_worker on project (worker_gid) where worker_gid is not null;
create index project_title on project (title, gid);
create index project_deadline_at on project (deadline_at, gid);
create index project_modified_at on project (coalesce(modified_at, created_at), gid);
create index project_organization_gid_title on project (organization_gid, title, gid);
create index project_organization_gid_deadline_at on project (organization_gid, deadline_at, gid);
create index project_organization_gid_modified_at on project (organization_gid, coalesce(modified_at, created_at), gid);
create index project_owner_gid_title on project (owner_gid, title, gid);
create index project_owner_gid_deadline_at on project (owner_gid, deadline_at, gid);
create index project_owner_gid_modified_at on project (owner_gid, coalesce(modified_at, created_at), gid);
create index project_owner_gid_organization_gid on project (owner_gid, organization_gid);
create index project_waiting on project (owner_gid, organization_gid) where state = 'require_approval';
create index project_state on project (state, gid);

-- How many await work has to be known, or the planner would look for them in the order that is asked for, through all projects.
create index project_awaits_work on project (gid)
  where case when status = 'in_progress' and first_result_at is null and worker_gid is null then true else false end;
create statistics project_awaits_work
  on (case when status = 'in_progress' and first_result_at is null and worker_gid is null then true else false end) from project;

-- Whose turn it is: of all orders only those that await somebody, and those with a message of the customer to answer.
create index project_awaits on project (awaits, created_at, gid) where awaits is not null;
create index project_organization_gid_awaits on project (organization_gid, created_at, gid) where awaits is not null;
create index project_owner_gid_awaits on project (owner_gid, created_at, gid) where awaits is not null;
create index project_awaits_answer on project (gid) where case when last_word = 'customer' then true else false end;
create statistics project_awaits_answer on (case when last_word = 'customer' then true else false end) from project;

-- Contests past their deadline and overdue orders.
create index project_running on project (deadline_at, gid) where status = 'in_progress';

-- The history of a project. actor_gid is null when the system acted, for instance when a receipt is paid.
create table project_transition (
  gid uuid primary key,
  project_gid uuid not null references project on delete cascade deferrable initially deferred,
  created_at timestamptz not null,
  command text not null,
  from_state text,
  to_state text not null,
  to_status text not null,
  actor_gid uuid,
  price_minor bigint,
  currency text,
  due int,
  mode text,
  message_gid uuid
);
create index project_transition_project on project_transition (project_gid, gid);

create table budget_account (
  user_gid uuid not null,
  organization_gid uuid not null,
  month text not null,
  currency text not null,
  booked_minor bigint not null,
  primary key (user_gid, organization_gid, month, currency)
);

-- What published projects take off budgets.
create table budget_booking (
  project_gid uuid primary key,
  user_gid uuid not null,
  organization_gid uuid not null,
  month text not null,
  amount_minor bigint not null,
  currency text not null,
  created_at timestamptz not null,
  released_at timestamptz
);
create index budget_booking_account on budget_booking (user_gid, organization_gid, month);

create table worker (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  service_id text not null constraint worker_service_id unique,
  firstname text not null,
  lastname text not null,
  avatar text,
  avatar_path text
);
create index worker_created_at on worker (created_at, gid);
create index worker_full_name on worker ((firstname || ' ' || lastname), gid);

create table work (
  gid uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  won_at timestamptz,
  description text,
  content text,
  worker_gid uuid not null constraint work_worker references worker,
  project_gid uuid not null constraint work_project references project,
  parent_gid uuid constraint work_parent references work,
  image_path text,
  image_url text,
  mark text
);
create index work_project on work (project_gid, gid);
create index work_project_created_at on work (project_gid, created_at, gid);
create index work_worker on work (worker_gid, project_gid);
create index work_parent on work (parent_gid) where parent_gid is not null;
create index work_created_at on work (created_at, gid);
create index work_image on work (image_path) where image_path is not null;
create index work_mark on work (mark, gid) where mark is not null;

alter table project add constraint project_winner foreign key (winner_gid) references work;
alter table project add constraint project_worker foreign key (worker_gid) references worker;

-- One per project.
create table review (
  gid uuid primary key,
  created_at timestamptz not null,
  quality smallint not null,
  reactivity smallint not null,
  communicativeness smallint not null,
  work_with_again smallint not null,
  comment text,
  project_gid uuid not null constraint review_project_once unique constraint review_project references project,
  worker_gid uuid not null constraint review_worker references worker
);
create index review_worker on review (worker_gid, gid);
create index review_created_at on review (created_at, gid);

-- With whom a project is shared.
create table project_share (
  gid uuid primary key,
  project_gid uuid not null references project on delete cascade deferrable initially deferred,
  created_at timestamptz not null,
  user_gid uuid not null,
  shared_by_gid uuid not null,
  constraint project_share_once unique (project_gid, user_gid)
);
create index project_share_user on project_share (user_gid, project_gid);

-- When each person last saw a project, and the newest message that a mail to them was about.
create table project_seen (
  project_gid uuid not null references project on delete cascade deferrable initially deferred,
  user_gid uuid not null,
  seen_at timestamptz,
  mailed_at timestamptz,
  primary key (project_gid, user_gid)
);
create index project_seen_user on project_seen (user_gid);

create table project_message (
  gid uuid primary key,
  project_gid uuid not null references project on delete cascade deferrable initially deferred,
  created_at timestamptz not null,
  modified_at timestamptz,
  type text not null,
  message text not null,
  posted_by_gid uuid not null,
  worker_gid uuid constraint project_message_worker references worker,
  delivery_gid uuid,
  accepted_at timestamptz,
  rejected_at timestamptz
);
create index project_message_project on project_message (project_gid, gid);
create index project_message_created_at on project_message (project_gid, created_at, gid);
create index project_message_worker on project_message (worker_gid, project_gid) where worker_gid is not null;
create index project_message_type on project_message (project_gid, type, gid);

-- project_gid is null for comments on what belongs to no project; ancestors are the comments above.
create table comment (
  gid uuid primary key,
  project_gid uuid references project on delete cascade deferrable initially deferred,
  created_at timestamptz not null,
  modified_at timestamptz,
  uri text not null,
  message text not null,
  user_gid uuid not null,
  is_shared boolean not null default false,
  organization_gid uuid,
  ancestors uuid[]
);
create index comment_uri on comment (uri, created_at, gid);
create index comment_created_at on comment (created_at, gid);
create index comment_ancestors on comment using gin (ancestors) where ancestors is not null;

-- Files of projects and messages; image_url is where an image is shown.
create table project_file (
  gid uuid primary key,
  project_gid uuid not null references project on delete cascade deferrable initially deferred,
  created_at timestamptz not null,
  kind text not null,
  message_gid uuid references project_message on delete cascade deferrable initially deferred,
  path text not null,
  url text not null,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  added_by_gid uuid not null,
  image_url text
);
create unique index project_file_once on project_file (project_gid, kind, path) where message_gid is null;
create index project_file_project on project_file (project_gid, kind, gid);
create index project_file_message on project_file (message_gid, gid) where message_gid is not null;
create index project_file_path on project_file (path);

create table star (
  gid uuid primary key,
  project_gid uuid not null references project on delete cascade deferrable initially deferred,
  created_at timestamptz not null,
  message_gid uuid not null references project_message on delete cascade deferrable initially deferred,
  path text not null,
  url text not null,
  starred_by_gid uuid not null,
  constraint star_once unique (project_gid, path)
);
create index star_path on star (path);

-- Users by their address, managers and members of an organization.
create index shared_state_user_email on shared_state (lower((state ->> 'email'))) where type = 'user';
create index shared_state_managers on shared_state ((state ->> 'organization')) where type = 'membership' and state ->> 'is_manager' = 'true';
create index shared_state_members on shared_state ((state ->> 'organization'), ((state ->> 'user'))) where type = 'membership';
