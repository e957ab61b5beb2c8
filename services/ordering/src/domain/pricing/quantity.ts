import { invalid } from '@partner-ordering/kernel';

/** The quantity, which may stand in `quantity` or in `options.quantity`; undefined when neither is given. 400 when the two differ. */
export function chosenQuantity({ quantity, options }: { quantity?: number; options?: { quantity?: number } | null }): number | undefined {
  const nested = options?.quantity;
  if (quantity !== undefined && nested !== undefined && quantity !== nested) {
    throw invalid({ path: 'quantity', message: `is ${quantity}, but options.quantity is ${nested}` });
  }
  return quantity ?? nested;
}
