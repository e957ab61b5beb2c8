import { isDeepStrictEqual } from 'node:util';
import { invalid, toMajor, toMinor } from '@partner-ordering/kernel';
import type { ProjectUpdate } from '../../../generated/models.ts';
import type { Tools } from '../../context.ts';
import { faults } from '../../faults.ts';
import { sanitizeDescription } from '../texts/description.ts';
import { configure, type Configuration } from '../pricing/order.ts';
import type { Project } from '../project/project.ts';
import { chosenQuantity } from '../pricing/quantity.ts';

/** What clients may edit of a draft. */
export type ProjectEdits = Pick<ProjectUpdate, 'title' | 'description' | 'options' | 'quantity' | 'price' | 'brief_files'>;

/** Edits a draft. Options or a quantity that differ from the present ones need the price they cost (400). */
export async function edit(context: Tools, project: Project, changes: ProjectEdits): Promise<void> {
  project.transition('edit', context.principal);
  const { title, description, options, price } = changes;
  if (title !== undefined) project.title = title;
  if (description !== undefined) project.description = sanitizeDescription(description);

  const present = { due: project.due, mode: project.mode, skill: project.skill };
  const wanted = options ? { due: options.due, mode: options.mode, skill: options.skill ?? null } : present;
  const quantity = chosenQuantity(changes) ?? project.quantity;
  const isReconfigured = quantity !== project.quantity || !isDeepStrictEqual(wanted, present);
  if (!isReconfigured && (!price || isPriceOf(project, price))) return;
  if (project.kind === 'specific_request') return refuseConfiguration(changes);
  if (!price) throw invalid(faults.required('price', { why: 'changed_options' }));
  Object.assign(project, await configured(context, project, { ...wanted, quantity, price }));
}

/** Checks that a draft costs what it says, which its publication needs (400). */
export async function confirmPrice(context: Tools, project: Project): Promise<void> {
  if (project.kind === 'specific_request') return;
  const { due, mode, skill, quantity, priceMinor, currency } = project;
  const price = { amount: toMajor(priceMinor!, currency!), currency: currency! };
  Object.assign(project, await configured(context, project, { due, mode, skill, quantity, price }));
}

function configured(
  context: Tools,
  { productGid, organizationGid }: Project,
  { due, mode, skill, quantity, price }: Pick<Project, 'due' | 'mode' | 'skill' | 'quantity'> & Required<Pick<ProjectEdits, 'price'>>,
): Promise<Configuration> {
  return configure(context, {
    product: productGid!,
    organization: organizationGid,
    options: { due: due!, mode: mode!, skill },
    quantity,
    approvedAmount: price!.amount,
    approvedCurrency: price!.currency,
  });
}

function isPriceOf({ priceMinor, currency }: Project, price: NonNullable<ProjectEdits['price']>): boolean {
  return currency !== null && (price.currency ?? currency) === currency && toMinor(price.amount, currency) === priceMinor;
}

function refuseConfiguration(changes: ProjectEdits): void {
  const given = (['options', 'quantity', 'price'] as const).filter((field) => changes[field] !== undefined);
  if (given.length > 0) throw invalid(...given.map((path) => faults.not_allowed(path, { why: 'specific_request' })));
}
