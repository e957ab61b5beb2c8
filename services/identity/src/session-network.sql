alter table session add column network text, add column last_token_at timestamptz;
