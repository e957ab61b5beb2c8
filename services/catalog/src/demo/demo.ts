import { installer } from '@partner-ordering/kernel';
import { demoOrganizations } from '@partner-ordering/commerce';
import type { Service } from '@partner-ordering/service';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Mode, PriceOptionsWrite, ProductCreate, Skill } from '../../generated/models.ts';
import { demoCategories, type DemoCategory, type DemoProduct } from './demo-data.ts';
import { Category } from '../domain/category.ts';
import { Price } from '../domain/price.ts';
import { ProductOrganization } from '../domain/product-organization.ts';
import { Product } from '../domain/product.ts';

/** Fixed gids, so that examples can name them: categories are numbered from 0, their products from 1; product 0 is the category. */
const gidOf = (category: number, product: number): string =>
  `019a0000-0000-7000-8000-0000000c${category}${String(product).padStart(3, '0')}`;

/** What organizations pay, as a share of the default price; all the same, so that an order that we show anywhere fits each of them. */
const OWN_SHARE = 0.9;
const EXECUTION_SHARE = 0.6;

/** Fills an empty catalog with categories, products and prices. Does nothing when there is a category already. */
export async function seedDemo(service: Service, now: Date): Promise<void> {
  await service.write(async ({ em }) => {
    if ((await em.count(Category)) > 0) return;
    for (const [index, category] of demoCategories.entries()) addCategory(em, category, index, now);
  });
}

/** A product with options and a price, as an example for an order. */
export interface ExampleOrder {
  product: string;
  title: string;
  mode: Mode;
  due: number;
  amount: number;
  currency: string;
}

/** The demo product "Logo design" at this organization's price; undefined when it has been changed or removed. */
export async function exampleOrder({ database }: Service, organization: string): Promise<ExampleOrder | undefined> {
  const em = database.orm.em.fork();
  const product = await em.findOne(Product, { title: 'Logo design', isEnabled: true });
  const price =
    product &&
    (await em.findOne(
      Price,
      { productGid: product.gid, organizationGid: organization, mode: 'multi', skill: null, currency: 'EUR' },
      {
        orderBy: { due: 'asc' },
      },
    ));
  if (!price) return undefined;
  return { product: product.gid, title: product.title, mode: 'multi', due: price.due, amount: price.amountMinor / 100, currency: 'EUR' };
}

function addCategory(em: EntityManager, given: DemoCategory, weight: number, now: Date): void {
  const { title, description } = given;
  const category = { gid: gidOf(weight, 0) };
  em.persist(Object.assign(Category.create(installer, { title, description, weight }, now), category));
  for (const [index, product] of given.products.entries()) {
    const body: ProductCreate = { ...productBody(product), category, weight: index };
    const created = Product.create(installer, body, { isCategoryKnown: true, unknownOrganizations: [] }, now);
    em.persist(Object.assign(created, { gid: gidOf(weight, index + 1) }));
    allowAndPrice(em, created, product, now);
  }
}

function allowAndPrice(em: EntityManager, product: Product, given: DemoProduct, now: Date): void {
  const buyers = given.only ? [given.only] : (['harbourBakery', 'northlightStudio'] as const);
  for (const buyer of buyers) em.persist(ProductOrganization.create(product.gid, demoOrganizations[buyer], now));
  for (const options of configurationsOf(given)) {
    for (const buyer of ['default', ...buyers] as const) {
      const price = {
        product: { gid: product.gid },
        organization: buyer === 'default' ? null : { gid: demoOrganizations[buyer] },
        options,
        amount: amountOf(given, options, buyer === 'default' ? 1 : OWN_SHARE),
        currency: 'EUR',
      };
      em.persist(Price.create(installer, price, { product, unknownOrganizations: [], others: [], count: 0 }, now));
    }
  }
}

const modesOf = ({ prices }: DemoProduct): Mode[] => Object.keys(prices) as Mode[];

function productBody(given: DemoProduct): Omit<ProductCreate, 'category' | 'weight'> {
  const { title, due, skills, isCumulative = false, synonyms } = given;
  const modes = modesOf(given);
  return {
    title,
    available_options: {
      due: { enum: [...due], default: due[1]! },
      mode: { enum: modes, default: modes[0]! },
      ...(skills ? { skill: { enum: [...skills], default: skills[0]! } } : {}),
    },
    additional_meta: {
      solo_mode_meta: modes.includes('solo') ? modeMeta(title, 'One creative works with you until it fits.') : null,
      multi_mode_meta: modes.includes('multi') ? modeMeta(title, 'Several creatives propose, you choose one work.') : null,
    },
    is_cumulative: isCumulative,
    synonyms: [...synonyms],
  };
}

const modeMeta = (title: string, description: string) => ({
  description,
  brief_template: `${title} for …\nWho is it for?\nWhat must be in it?\nWhat must not?`,
});

function configurationsOf(given: DemoProduct): PriceOptionsWrite[] {
  const skills: readonly (Skill | null)[] = given.skills ?? [null];
  return modesOf(given).flatMap((mode) => given.due.flatMap((due) => skills.map((skill) => ({ mode, due, skill }))));
}

/** A price in whole EUR. The shortest delay costs more, the longest less. */
function amountOf({ prices, due: delays }: DemoProduct, { mode, due, skill }: PriceOptionsWrite, share: number): number {
  const haste = due === delays[0] ? 1.25 : due === delays.at(-1) && delays.length > 2 ? 0.9 : 1;
  return Math.round(prices[mode]! * haste * (skill === 'execution' ? EXECUTION_SHARE : 1) * share);
}
