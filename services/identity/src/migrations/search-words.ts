import { Migration } from '@mikro-orm/migrations';
import { forgetSearchWords, searchWords } from '@partner-ordering/data';

const tables = ['user'];

/** Searches forgive typing errors in the words of names. */
export class SearchWords extends Migration {
  override up(): void {
    tables.flatMap(searchWords).forEach((statement) => this.addSql(statement));
  }

  override down(): void {
    tables.flatMap(forgetSearchWords).forEach((statement) => this.addSql(statement));
  }
}
