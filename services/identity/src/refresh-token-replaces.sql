-- replaces: hash of the used token that this one was given for. network_hash: where a public application used it.
alter table refresh_token
  add column replaces text,
  add column network_hash text;
