#!/usr/bin/env bash
# Run once by PostgreSQL's image on an empty volume: for every service whose password is there a database, and a role that owns it and may connect to
# no other.
set -euo pipefail
for file in /passwords/*; do
  name=$(basename "$file")
  [ "$name" != superuser ] || continue
  psql --quiet --set ON_ERROR_STOP=1 --username postgres --dbname postgres --set name="$name" --set password="$(cat "$file")" <<'SQL'
create role :"name" login nosuperuser nocreatedb nocreaterole password :'password';
create database :"name" owner :"name";
revoke all on database :"name" from public;
SQL
done
psql --quiet --set ON_ERROR_STOP=1 --username postgres --dbname postgres --command 'revoke all on database postgres, template1 from public'
