import { randomBytes } from 'node:crypto';
import { newGid } from '@partner-ordering/kernel';
import type pg from 'pg';
import { principalOf, type PrincipalState } from './reads.ts';
import { Refusal } from './refusal.ts';
import { BOOK_SQL, ORDER_CONTEXT_SQL, RECORD_SQL } from './order-sql.ts';

/** Body of `POST /v1/projects` for an order of a product. */
interface Order {
  title: string;
  description: string;
  product: { gid: string };
  organization: { gid: string };
  options: { due: number; mode: string; skill?: string | null };
  price: { amount: number; currency?: string };
  quantity?: number;
  state: string;
}

interface OrderContext {
  principal: PrincipalState | null;
  product: { is_enabled: boolean; is_cumulative: boolean; options: Record<'due' | 'mode', { enum: unknown[] }>; allowed: boolean } | null;
  organization: { is_deleted: boolean; vat: string | null; country: string | null } | null;
  price: { amount_minor: number; currency: string } | null;
  budget: { amount_minor: number; currency: string } | null;
}

const invalid = (): Refusal => new Refusal(400, 'Data missing or invalid');
const unsafe = /<(?!\/?(?:p|br|b|strong|i|em|u|s|ul|ol|li|blockquote|h1|h2|h3)\s*\/?>)/i;
const VAT_RATE = 2000;
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Publishes an order of a product in one transaction; answers its path. */
export async function createProject(pool: pg.Pool, user: string, text: string): Promise<string> {
  const order = orderOf(text);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const href = await inTransaction(client, user, order);
    await client.query('commit');
    client.release();
    return href;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

function orderOf(text: string): Order {
  const order = JSON.parse(text) as Order;
  const { title, description, product, organization, options, price, quantity = 1 } = order;
  const isText = (value: unknown, max: number): boolean =>
    typeof value === 'string' && value.length > 0 && value.length <= max && !value.includes('\0');
  const isGood =
    isText(title, 255) &&
    isText(description, 65_536) &&
    !unsafe.test(description) &&
    isText(product?.gid, 36) &&
    isText(organization?.gid, 36) &&
    Number.isInteger(options?.due) &&
    isText(options?.mode, 10) &&
    typeof price?.amount === 'number' &&
    quantity === 1 &&
    order.state === 'published';
  if (!isGood) throw invalid();
  return order;
}

async function inTransaction(client: pg.PoolClient, user: string, order: Order): Promise<string> {
  const orderContext = await readContext(client, user, order);
  const principal = principalOf(orderContext.principal);
  const organization = order.organization.gid;
  if (!principal.isAdmin && !principal.memberOf.includes(organization)) throw invalid();
  const { minor, currency } = priceOf(orderContext, order);
  const now = new Date();
  const month = now.toISOString().slice(0, 7);
  const limit = orderContext.budget && (orderContext.budget.currency === currency ? orderContext.budget.amount_minor : -1);
  const { rows } = await client.query<{ booked_minor: string }>({
    name: 'book',
    text: BOOK_SQL,
    values: [user, organization, month, currency, minor, limit],
  });
  const booked = rows[0]?.booked_minor;
  // An order above the budget needs an approval; this benchmark has none.
  if (booked === undefined) throw new Refusal(501, 'Not part of this server');
  return record(client, { user, order, now, month, minor, currency, spent: Number(booked) });
}

async function readContext(client: pg.PoolClient, user: string, { product, organization, options }: Order): Promise<OrderContext> {
  const configuration = `${options.mode}/${options.due}/${options.skill ?? '-'}`;
  const prices = [`${product.gid}/${organization.gid}/${configuration}`, `${product.gid}/default/${configuration}`];
  const { rows } = await client.query<OrderContext>({
    name: 'order context',
    text: ORDER_CONTEXT_SQL,
    values: [user, product.gid, organization.gid, prices, `${user}/${organization.gid}`],
  });
  return rows[0]!;
}

function priceOf({ product, organization, price }: OrderContext, { options, price: approved }: Order): { minor: number; currency: string } {
  if (!organization || organization.is_deleted || !product?.is_enabled || !product.allowed) throw invalid();
  if (!product.options.due.enum.includes(options.due) || !product.options.mode.enum.includes(options.mode)) throw invalid();
  if (!price || Math.round(approved.amount * 100) !== price.amount_minor) throw invalid();
  if (approved.currency !== undefined && approved.currency !== price.currency) throw invalid();
  return { minor: price.amount_minor, currency: price.currency };
}

interface Publication {
  user: string;
  order: Order;
  now: Date;
  month: string;
  minor: number;
  currency: string;
  spent: number;
}

const time = (at: Date | null): string | null => at && `${at.toISOString().slice(0, 19)}+0000`;
const vatOf = (minor: number): number => Math.floor((minor * VAT_RATE + 5_000) / 10_000);
const newShortCode = (): string => Array.from(randomBytes(8), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Serializes events, all with the same time. */
const eventAt =
  (now: Date) =>
  (subject: string, type: string, data: object): string =>
    JSON.stringify({
      specversion: '1.0',
      id: newGid(),
      source: '/services/ordering',
      type,
      subject,
      time: now.toISOString(),
      datacontenttype: 'application/json',
      data,
    });

async function record(client: pg.PoolClient, { user, order, now, month, minor, currency, spent }: Publication): Promise<string> {
  const { title, description, options } = order;
  const [organization, product, vat] = [order.organization.gid, order.product.gid, vatOf(minor)];
  const [gid, shortCode] = [newGid(), newShortCode()];
  const startedAt = options.mode === 'multi' ? now : null;
  const deadlineAt = new Date(now.getTime() + options.due * 86_400_000);
  const account = `${user}/${organization}`;
  const event = eventAt(now);
  const project = {
    gid,
    title,
    description,
    status: 'in_progress',
    state: 'published',
    awaits: null,
    quantity: 1,
    short_code: shortCode,
    created_at: time(now),
    modified_at: time(now),
    published_at: time(now),
    started_at: time(startedAt),
    deadline_at: time(deadlineAt),
    finished_at: null,
    canceled_at: null,
    options: { due: options.due, mode: options.mode, skill: null },
    specific_request: false,
    owner: user,
    organization,
    product,
    price: { amount_minor: minor, currency },
    vat: { amount_minor: vat, ratio: VAT_RATE / 10_000, currency },
    winner: null,
    worker: null,
  };
  const fact = { gid, owner: user, organization, actor: user };
  await client.query({
    name: 'record',
    text: RECORD_SQL,
    values: [
      ...[gid, now, shortCode, title, description, startedAt, deadlineAt],
      ...[options.due, options.mode, user, organization, product, minor, currency],
      ...[VAT_RATE, vat, newGid(), newGid(), month, account],
      event(`project/${gid}`, 'project.state', project),
      event(`budget_account/${account}`, 'budget_account.state', { user, organization, month, spent_minor: spent, currency }),
      event(`project/${gid}`, 'project.created', fact),
      event(`project/${gid}`, 'project.published', fact),
    ],
  });
  return `/v1/projects/${gid}`;
}
