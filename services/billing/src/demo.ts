import { demoOrganizations } from '@partner-ordering/commerce';
import type { Service } from '@partner-ordering/service';
import { readState } from '@partner-ordering/messaging';
import { PaymentSource } from './domain/payer/payment-source.ts';

/** Gives the demo organization a payment source that an admin charges by hand, unless it ever had an account. */
export async function seedDemo(service: Pick<Service, 'write'>, now: Date): Promise<void> {
  const { harbourBakery } = demoOrganizations;
  await service.write(async (tx) => {
    if (await readState(tx, 'account', harbourBakery)) return;
    tx.em.persist(PaymentSource.create(harbourBakery, { rid: 'manual', reference: 'Paid by bank transfer' }, now));
  });
}
