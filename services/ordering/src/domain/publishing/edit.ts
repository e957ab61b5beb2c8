import { invalid, toMajor, type Principal } from '@partner-ordering/kernel';
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
 * Edits a draft. New options or a new quantity need the price they cost (400). Without any changes the stored configuration is checked and
 * priced again, which a publication needs.
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

  const quantity = chosenQuantity(changes);
  const isReconfigured = options !== undefined || quantity !== undefined;
  if (project.kind === 'specific_request') return refuseConfiguration(changes);
  if (isReconfigured && price === undefined) throw invalid({ path: 'price', message: 'is required when options or quantity change' });
  if (!isReconfigured && price === undefined && Object.keys(changes).length > 0) return;

  const current = { due: project.due!, mode: project.mode!, skill: project.skill };
  Object.assign(
    project,
    await configure(
      tx,
      {
        product: project.productGid!,
        organization: project.organizationGid,
        options: options ?? current,
        quantity: quantity ?? project.quantity,
        approvedAmount: price?.amount ?? toMajor(project.priceMinor!, project.currency!),
        approvedCurrency: price ? price.currency : project.currency!,
        at: now,
      },
      seller,
    ),
  );
}

function refuseConfiguration(changes: ProjectEdits): void {
  const given = (['options', 'quantity', 'price'] as const).filter((field) => changes[field] !== undefined);
  if (given.length > 0) throw invalid(...given.map((path) => ({ path, message: 'is set by the proposal of a specific request' })));
}
