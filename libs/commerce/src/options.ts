import { commonFaults, type Detail } from '@partner-ordering/kernel';

/** The options of a product, as the catalog's model and its public state have them. */
export interface OfferedOptions {
  due: { enum: readonly number[] };
  mode: { enum: readonly string[] };
  /** Null for a product without skills. */
  skill: { enum: readonly string[] } | null;
  /** A null `enum` allows every quantity. */
  quantity: { enum: readonly number[] | null };
}

/** A client's choice. `due` in days; `skill` is null when none is chosen. */
export interface ChosenOptions {
  due: number;
  mode: string;
  skill: string | null;
}

/** A detail `options.<option>` for each option that the product does not offer, in the order of `names`. */
export const optionDetails = (
  offered: OfferedOptions,
  chosen: ChosenOptions,
  names: readonly (keyof ChosenOptions)[] = ['mode', 'due', 'skill'],
): Detail[] =>
  names.flatMap((name) => {
    const path = `options.${name}`;
    const option = offered[name];
    if (option) return choiceDetails(path, chosen[name], option.enum);
    return chosen[name] === null ? [] : [commonFaults.not_an_option(path)];
  });

/** A detail for a quantity that the product does not offer; `path` names its field. */
export const quantityDetails = ({ quantity }: OfferedOptions, chosen: number, path: string): Detail[] =>
  quantity.enum === null ? [] : choiceDetails(path, chosen, quantity.enum);

const choiceDetails = (path: string, chosen: unknown, allowed: readonly unknown[]): Detail[] =>
  allowed.includes(chosen) ? [] : [commonFaults.not_one_of(path, { allowed: allowed.map(String) })];

/** A configuration of a product that has a price. `due` in days; `skill` is null for a product that has no such option. */
export interface PriceConfiguration {
  product: string;
  mode: string;
  due: number;
  skill: string | null;
}

/** The key of a price: its configuration in one text. `organization` is null for the default price. */
export function priceKey({ product, organization, mode, due, skill }: PriceConfiguration & { organization: string | null }): string {
  return [product, organization ?? 'default', mode, due, skill ?? '-'].join('/');
}
