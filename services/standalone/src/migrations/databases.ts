import pg from 'pg';

/** Makes a database for each name, and a role that owns it and may connect to no other. Sets the passwords at every start. */
export async function makeDatabases(superuserUrl: string, passwords: Readonly<Record<string, string>>): Promise<void> {
  const names = Object.keys(passwords);
  const pool = new pg.Pool({ connectionString: superuserUrl, max: names.length });
  pool.on('error', () => {}); // PostgreSQL may stop; a running query rejects then
  try {
    const databases = await namesIn(pool, 'select datname as name from pg_database');
    const roles = await namesIn(pool, 'select rolname as name from pg_roles');
    for (const name of names) {
      const verb = roles.has(name) ? 'alter' : 'create';
      const password = pg.escapeLiteral(passwords[name]!);
      await pool.query(`${verb} role ${pg.escapeIdentifier(name)} login nosuperuser nocreatedb nocreaterole password ${password}`);
    }
    // In parallel, since each takes a fifth of a second.
    const missing = names.filter((name) => !databases.has(name)).map((name) => pg.escapeIdentifier(name));
    await Promise.all(missing.map((identifier) => pool.query(`create database ${identifier} owner ${identifier}`)));
    const everyDatabase = [...names.map((name) => pg.escapeIdentifier(name)), 'postgres', 'template1'];
    await pool.query(`revoke all on database ${everyDatabase.join(', ')} from public`);
  } finally {
    await pool.end();
  }
}

async function namesIn(pool: pg.Pool, query: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(query);
  return new Set(rows.map(({ name }) => name));
}
