import { Migration } from '@mikro-orm/migrations';
import { searchColumns } from '@partner-ordering/data';

/** Categories, products with the organizations that may order them, prices. */
export class Catalog extends Migration {
  up(): void {
    this.addSql(`create table category (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      title text not null, description text, weight int not null)`);
    searchColumns('category', { short: 'title', long: "title || ' ' || coalesce(description, '')" }).forEach((statement) =>
      this.addSql(statement),
    );

    this.addSql(`create table product (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      title text not null, category_gid uuid not null references category deferrable initially deferred,
      available_options jsonb not null, additional_meta jsonb not null,
      is_enabled boolean not null, is_cumulative boolean not null, interface text not null, weight int not null,
      synonyms text[] not null)`);
    this.addSql('create index product_category on product (category_gid)');
    const words = "title || ' ' || search_list(synonyms)";
    searchColumns('product', { short: words, long: words }).forEach((statement) => this.addSql(statement));

    this.addSql(`create table product_organization (
      product_gid uuid not null references product on delete cascade deferrable initially deferred, organization_gid uuid not null,
      created_at timestamptz not null, primary key (product_gid, organization_gid))`);
    this.addSql('create index product_organization_organization on product_organization (organization_gid, product_gid)');

    // One price per configuration; organization_gid is null in the default price. key is what the price's public state is known by.
    this.addSql(`create table price (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      product_gid uuid not null references product on delete cascade deferrable initially deferred, organization_gid uuid,
      mode text not null, due int not null, skill text, amount_minor bigint not null, currency text not null,
      key text not null constraint price_key unique)`);
    this.addSql('create index price_product on price (product_gid)');
    this.addSql('create index price_organization on price (organization_gid)');
  }

  override down(): void {
    ['price', 'product_organization', 'product', 'category'].forEach((table) => this.addSql(`drop table ${table}`));
  }
}
