create index session_living on session (user_gid, gid) where revoked_at is null and grant_type <> 'client_credentials';
