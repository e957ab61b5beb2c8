import { ok, rolledBack, withPrefetch } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { prefetchOrder } from '../domain/pricing/order.ts';
import { dryRun } from '../domain/publishing/dry-run.ts';
import { placeOrder } from '../domain/publishing/publish.ts';

export const dryRunProject: Operations['dryRunProject'] = withPrefetch(prefetchOrder, async (context) => {
  const project = await placeOrder(context, context.body);
  return rolledBack(ok(await dryRun(context, project)));
});
