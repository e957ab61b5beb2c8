import type { Detail } from '@partner-ordering/kernel';
import type { AvailableOptions, AvailableOptionsWrite, QuantityOption, QuantityOptionWrite } from '../../generated/models.ts';
import { faults } from '../faults.ts';

/** The stored form: complete, with `skill` null for a product without skills. Check with `availableOptionsDetails` first. */
export function availableOptions({ due, mode, skill, quantity }: AvailableOptionsWrite, isCumulative: boolean): AvailableOptions {
  return {
    due: { type: 'integer', default: due.default ?? null, required: true, enum: due.enum },
    mode: { type: 'string', default: mode.default ?? null, required: true, enum: mode.enum },
    skill: skill ? { type: 'string', default: skill.default ?? null, required: true, enum: skill.enum } : null,
    quantity: quantityOption(isCumulative, quantity ?? {}),
  };
}

/** The option `quantity`. A cumulative product allows every quantity unless an enum is given; any other product allows only 1. */
export function quantityOption(
  isCumulative: boolean,
  { default: standard = 1, enum: allowed = null }: QuantityOptionWrite = {},
): QuantityOption {
  return { type: 'integer', default: standard, required: false, enum: isCumulative ? allowed : [1] };
}

/** The faults of the options of a product that the schema does not find. */
export function availableOptionsDetails({ due, mode, skill, quantity }: AvailableOptionsWrite, isCumulative: boolean): Detail[] {
  const options = Object.entries({ due, mode, ...(skill ? { skill } : {}) });
  return [
    ...options.flatMap(([name, option]) => optionDetails(name, option)),
    ...(quantity ? quantityDetails(quantity, isCumulative) : []),
  ];
}

const pathOf = (option: string, part?: string): string => ['available_options', option, ...(part ? [part] : [])].join('.');

function optionDetails(
  name: string,
  { default: standard, required, enum: allowed }: { default?: unknown; required?: boolean; enum: readonly unknown[] },
): Detail[] {
  const isKnown = standard === undefined || standard === null || allowed.includes(standard);
  return [
    ...(isKnown ? [] : [faults.not_one_of(pathOf(name, 'default'), { allowed: allowed.map(String) })]),
    ...(required === false ? [faults.cannot_be_optional(pathOf(name, 'required'))] : []),
  ];
}

function quantityDetails(
  { default: standard = 1, required = false, enum: allowed = null }: QuantityOptionWrite,
  isCumulative: boolean,
): Detail[] {
  const isJustOne = standard === 1 && allowed?.length === 1 && allowed[0] === 1;
  // A client may send back what a product that is not cumulative shows.
  if (!isCumulative && !isJustOne) return [faults.product_not_cumulative(pathOf('quantity'))];
  return [
    ...(allowed && !allowed.includes(standard) ? [faults.not_one_of(pathOf('quantity', 'default'), { allowed: allowed.map(String) })] : []),
    ...(required ? [faults.cannot_be_required(pathOf('quantity', 'required'))] : []),
  ];
}
