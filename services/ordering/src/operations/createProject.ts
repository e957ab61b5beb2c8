import { created, withPrefetch } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { prefetchOrder } from '../domain/pricing/order.ts';
import { placeOrder } from '../domain/publishing/publish.ts';
import { projects } from '../resources/projects.ts';

export const createProject: Operations['createProject'] = withPrefetch(prefetchOrder, async (context) => {
  const { gid } = await placeOrder(context, context.body);
  return created(projects.href(gid));
});
