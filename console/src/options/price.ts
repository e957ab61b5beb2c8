import type { Product, ProjectOptionsChoice } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** What this organization pays for these options; never that of others before, which would be approved unseen. */
export const usePrice = (
  organization: string,
  product: Pick<Product, 'gid'> | null,
  { mode, due, skill, quantity }: Partial<ProjectOptionsChoice>,
) =>
  useQuery({
    queryKey: ['prices', organization, product?.gid, mode, due, skill, quantity],
    queryFn: ({ signal }) =>
      api.getPriceFor(
        {
          'product.gid': product!.gid,
          'organization.gid': organization,
          'options.mode': mode!,
          'options.due': due!,
          ...(skill != null && { 'options.skill': skill }),
          'options.quantity': quantity!,
        },
        { signal },
      ),
    enabled: product !== null && quantity != null,
  });

export type Price = ReturnType<typeof usePrice>;
