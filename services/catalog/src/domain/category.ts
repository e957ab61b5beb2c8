import { defineEntity, p } from '@mikro-orm/postgresql';
import { modifiedAt, sql, type Transaction } from '@partner-ordering/data';
import { invalid, mustBeAdmin, newGid, type Principal } from '@partner-ordering/kernel';
import type { CategoryCreate, CategoryUpdate } from '../../generated/models.ts';
import { faults } from '../faults.ts';

export const CategorySchema = defineEntity({
  name: 'Category',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    title: p.string(),
    description: p.text().strictNullable(),
    /** Heavier categories sort later. */
    weight: p.integer(),
  },
});

/** Groups products; every product belongs to exactly one. */
export class Category extends CategorySchema.class {
  static create(principal: Principal, { title, description = null, weight = 0 }: CategoryCreate, now: Date): Category {
    mustBeAdmin(principal, 'create', 'category');
    return Object.assign(new Category(), { gid: newGid(), createdAt: now, modifiedAt: null, title, description, weight });
  }

  /** Replaces the given fields; only admins (403). */
  update(principal: Principal, body: CategoryUpdate, now: Date): void {
    mustBeAdmin(principal, 'update', 'category');
    if (Object.keys(body).length === 0) return;
    const { title = this.title, description = this.description, weight = this.weight } = body;
    Object.assign(this, { title, description, weight, modifiedAt: now });
  }

  /** Only admins delete categories (403), and none that holds products (400). */
  requireRemovable(principal: Principal, hasProducts: boolean): void {
    mustBeAdmin(principal, 'delete', 'category');
    if (hasProducts) throw invalid(faults.in_use('gid', { resource: 'category', used_by: 'products' }));
  }
}

CategorySchema.setClass(Category);

/** Marks as modified the categories whose `is_removable` changes because a product enters or leaves them. */
export async function markFilledOrEmptied(tx: Transaction, product: string, categories: readonly string[], now: Date): Promise<void> {
  await tx.query(sql`update category c set modified_at = ${modifiedAt(now)} where c.gid = any(${[...categories]})
    and not exists (select 1 from product p where p.category_gid = c.gid and p.gid <> ${product})`);
}
