alter table browser_session add column network text;
-- An idle one ends before ends_at, so nothing can be found by it alone.
drop index browser_session_ends_at;
