alter table session add column network text;
