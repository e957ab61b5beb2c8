import { textOf, type Search } from '../text/search.ts';

/** Whoever comes back from the payment provider: what the source was before, see `stateOf` in payment.tsx. */
export const paymentSearch = ({ was }: Search): { was?: string | undefined } => ({ was: textOf(was) });
