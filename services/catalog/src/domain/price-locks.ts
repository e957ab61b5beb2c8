import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { lockStates } from '@partner-ordering/messaging';

/** First half of the key of the advisory lock that imports do not share. */
const PRICE_LOCKS = 7_227;

/**
 * Before somebody asks who pays a price that changes. Of two changes of prices of a product the later one sees what the other has
 * committed: else, of a parent that changes its price and a child that deletes its own one at this moment, the child would read the
 * parent's old price and never be told of the new one. Changes of who may order the product wait, too. The product's row comes first, as
 * a new price locks it anyway: at the commit that would be the other way round than where the product is deleted.
 */
export async function lockPricesOf(tx: Transaction, product: string): Promise<void> {
  await tx.query(sql`select from product where gid = ${product} for key share`);
  await tx.query(sql`select pg_advisory_xact_lock_shared(${PRICE_LOCKS}, 0)`);
  await lockStates(tx, [{ type: 'product', key: product }]);
}

/**
 * The same before a product is deleted: from then on nobody makes a price of it. First the rows of the prices, as whoever changes one has
 * locked it before the others, and then that of the product.
 */
export async function lockPricesToDelete(tx: Transaction, product: string): Promise<void> {
  await tx.query(sql`select count(*) from (select from price where product_gid = ${product} order by gid for update) locked`);
  await tx.query(sql`select from product where gid = ${product} for update`);
  await lockPricesOf(tx, product);
}

/**
 * The same for all products at once. Take it as the last one before the commit: all changes of single prices wait from then on, and an
 * import that held it while it waits for the row of one of them would wait forever.
 */
export const lockAllPrices = (tx: Queryable): Promise<unknown> => tx.query(sql`select pg_advisory_xact_lock(${PRICE_LOCKS}, 0)`);
