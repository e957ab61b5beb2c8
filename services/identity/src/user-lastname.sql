create index user_lastname on "user" (lastname, gid) where deleted_at is null;
