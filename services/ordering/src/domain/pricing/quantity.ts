import { invalid } from '@partner-ordering/kernel';

/** Both spellings of the quantity as one; two different values are 400. Undefined when neither is given. */
export function chosenQuantity({ quantity, options }: { quantity?: number; options?: { quantity?: number } | null }): number | undefined {
  const nested = options?.quantity;
  if (quantity !== undefined && nested !== undefined && quantity !== nested) {
    throw invalid({ path: 'quantity', message: `is ${quantity}, but options.quantity is ${nested}` });
  }
  return quantity ?? nested;
}
