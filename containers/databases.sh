#!/usr/bin/env bash
# Run once by PostgreSQL's image on an empty volume: for every password among the secrets a database, and a role of that name that owns it and
# may connect to no other.
set -euo pipefail
for file in /secrets/postgres/*; do
  name=$(basename "$file")
  password=$(cat "$file")
  psql --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres --set name="$name" --set password="$password" <<'SQL'
create role :"name" login nosuperuser nocreatedb nocreaterole password :'password';
create database :"name" owner :"name";
revoke all on database :"name" from public;
SQL
done
psql --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --command 'revoke all on database postgres, template1 from public' --command "alter role ${POSTGRES_USER:-postgres} password null"
