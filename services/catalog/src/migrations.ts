import { schemaMigration, type MigrationList } from '@partner-ordering/data';

/** Products are searched by their title and synonyms. */
const NAMES = "title || ' ' || search_list(synonyms)";
const file = new URL('./schema.sql', import.meta.url);

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  schemaMigration('catalog-schema', {
    file,
    searched: {
      category: { short: 'title', long: "title || ' ' || coalesce(description, '')" },
      product: { short: NAMES, long: NAMES },
    },
    counted: { product: null, price: null },
  }),
];
