import { schemaMigration, type MigrationList } from '@partner-ordering/data';

const file = new URL('./schema.sql', import.meta.url);

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  schemaMigration('catalog-schema', {
    file,
    searched: {
      category: { short: 'title', long: "title || ' ' || coalesce(description, '')" },
      product: { short: "title || ' ' || search_list(synonyms)", long: "title || ' ' || search_list(synonyms)" },
    },
    counted: { product: null, price: null },
  }),
];
