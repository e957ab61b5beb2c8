import pg from 'pg';

/**
 * Makes what is missing: per name a database and a role that owns it and may connect to no other. Passwords are set at every start, so that
 * they are those of the secrets file.
 */
export async function makeDatabases(superuserUrl: string, passwords: Readonly<Record<string, string>>): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const databases = await namesIn(client, 'select datname as name from pg_database');
    const roles = await namesIn(client, 'select rolname as name from pg_roles');
    for (const [name, password] of Object.entries(passwords)) {
      const identifier = pg.escapeIdentifier(name);
      const verb = roles.has(name) ? 'alter' : 'create';
      await client.query(`${verb} role ${identifier} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`);
      if (!databases.has(name)) await client.query(`create database ${identifier} owner ${identifier}`);
      await client.query(`revoke all on database ${identifier} from public`);
    }
    await client.query('revoke connect on database postgres, template1 from public');
  } finally {
    await client.end();
  }
}

async function namesIn(client: pg.Client, query: string): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(query);
  return new Set(rows.map(({ name }) => name));
}
