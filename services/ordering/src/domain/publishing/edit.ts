import { isDeepStrictEqual } from 'node:util';
import { invalid, toMajor, toMinor, type Principal } from '@partner-ordering/kernel';
import type { Seller } from '@partner-ordering/commerce';
import type { Transaction } from '@partner-ordering/data';
import type { ProjectUpdate } from '../../../generated/models.ts';
import { sanitizeDescription } from '../texts/description.ts';
import { configure } from '../pricing/order.ts';
import type { Project } from '../project/project.ts';
import { chosenQuantity } from '../pricing/quantity.ts';

/** What clients may edit of a draft. */
export type ProjectEdits = Pick<ProjectUpdate, 'title' | 'description' | 'options' | 'quantity' | 'price'>;

/**
 * Edits a draft. Options or a quantity that differ from the present ones need the price they cost (400). Without any changes the stored
 * configuration is checked and priced again, which a publication needs.
 */
export async function edit(
  { tx, principal, seller, now }: { tx: Transaction; principal: Principal; seller: Seller; now: Date },
  project: Project,
  changes: ProjectEdits,
): Promise<void> {
  project.transition('edit', principal);
  const { title, description, options, price } = changes;
  if (title !== undefined) project.title = title;
  if (description !== undefined) project.description = sanitizeDescription(description);

  const present = { due: project.due, mode: project.mode, skill: project.skill };
  const wanted = options ? { due: options.due, mode: options.mode, skill: options.skill ?? null } : present;
  const quantity = chosenQuantity(changes) ?? project.quantity;
  const isReconfigured = quantity !== project.quantity || !isDeepStrictEqual(wanted, present);
  const isRepriced = price !== undefined && !isPriceOf(project, price);
  if (!isReconfigured && !isRepriced && Object.keys(changes).length > 0) return;
  if (project.kind === 'specific_request') return refuseConfiguration(changes);
  if (isReconfigured && price === undefined) throw invalid({ path: 'price', message: 'is required when options or quantity change' });

  Object.assign(
    project,
    await configure(
      tx,
      {
        product: project.productGid!,
        organization: project.organizationGid,
        options: { due: wanted.due!, mode: wanted.mode!, skill: wanted.skill },
        quantity,
        approvedAmount: price?.amount ?? toMajor(project.priceMinor!, project.currency!),
        approvedCurrency: price ? price.currency : project.currency!,
        at: now,
      },
      seller,
    ),
  );
}

function isPriceOf({ priceMinor, currency }: Project, price: NonNullable<ProjectEdits['price']>): boolean {
  return currency !== null && (price.currency ?? currency) === currency && toMinor(price.amount, currency) === priceMinor;
}

function refuseConfiguration(changes: ProjectEdits): void {
  const given = (['options', 'quantity', 'price'] as const).filter((field) => changes[field] !== undefined);
  if (given.length > 0) throw invalid(...given.map((path) => ({ path, message: 'is set by the proposal of a specific request' })));
}
