import { defineEntity, p } from '@mikro-orm/postgresql';
import { forbidden, newGid, type Principal } from '@partner-ordering/kernel';
import type { CategoryCreate } from '../../generated/models.ts';

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
  /** Only admins create categories (403). */
  static create(principal: Principal, { title, description = null, weight = 0 }: CategoryCreate, now: Date): Category {
    if (!principal.isAdmin) throw forbidden('create', 'category');
    return Object.assign(new Category(), { gid: newGid(), createdAt: now, modifiedAt: null, title, description, weight });
  }
}

CategorySchema.setClass(Category);
