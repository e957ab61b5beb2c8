import { invalid } from '@partner-ordering/kernel';
import { faults } from '../../faults.ts';

/** The quantity, which may stand in `quantity` or in `options.quantity`; undefined when neither is given. 400 when the two differ. */
export function chosenQuantity({ quantity, options }: { quantity?: number; options?: { quantity?: number } | null }): number | undefined {
  const nested = options?.quantity;
  if (quantity !== undefined && nested !== undefined && quantity !== nested) {
    throw invalid(faults.quantities_differ('quantity', { quantity, other_quantity: nested }));
  }
  return quantity ?? nested;
}
