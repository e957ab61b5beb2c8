create index project_state on project (state, gid);
