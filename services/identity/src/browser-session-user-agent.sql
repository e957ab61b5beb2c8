alter table browser_session add column user_agent text;
