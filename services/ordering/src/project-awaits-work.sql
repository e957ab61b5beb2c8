-- How many await work has to be known, or the planner would look for them in the order that is asked for, through all projects.
create index project_awaits_work on project (gid)
  where case when status = 'in_progress' and first_result_at is null and worker_gid is null then true else false end;
create statistics project_awaits_work
  on (case when status = 'in_progress' and first_result_at is null and worker_gid is null then true else false end) from project;
analyze project;
