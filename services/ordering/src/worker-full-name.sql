create index worker_full_name on worker ((firstname || ' ' || lastname), gid);
