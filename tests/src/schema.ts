import pg from 'pg';

/** What a schema consists of, each as one line; what extensions bring and the record of migrations left out. */
const QUERIES = [
  `select format('column %s.%s %s %s default %s generated %s%s', table_name, column_name, udt_name, is_nullable, column_default,
     identity_generation, generation_expression)
   from information_schema.columns where table_schema = 'public'`,
  `select format('index %s', indexdef) from pg_indexes where schemaname = 'public'`,
  `select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
   where connamespace = 'public'::regnamespace`,
  `select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p where pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
  `select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal`,
  `select format('options %s %s', oid::regclass, reloptions) from pg_class where relnamespace = 'public'::regnamespace and reloptions is not null`,
  `select format('type %s %s', t.typname, string_agg(e.enumlabel, ',' order by e.enumsortorder)) from pg_type t
   join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by t.typname`,
];

/** Columns, indexes, constraints, functions, triggers and options of a database, sorted. */
export async function schemaOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const lines: string[] = [];
    for (const text of QUERIES) {
      const { rows } = await client.query<[string]>({ text, rowMode: 'array' });
      lines.push(...rows.map(([line]) => line));
    }
    return lines.filter((line) => !line.includes('mikro_orm_migrations')).toSorted();
  } finally {
    await client.end();
  }
}
