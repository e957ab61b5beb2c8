import { Migration } from '@mikro-orm/migrations';
import { forgetSearchWords, searchWords } from '@partner-ordering/data';

const tables = ['project'];

/** Searches forgive typing errors in the words of titles. */
export class SearchWords extends Migration {
  override up(): void {
    tables.flatMap(searchWords).forEach((statement) => this.addSql(statement));
  }

  override down(): void {
    tables.flatMap(forgetSearchWords).forEach((statement) => this.addSql(statement));
  }
}
