import type { Principal } from '@partner-ordering/kernel';

/** Whether the principal acts for the organization: its managers and all admins do. */
export const actsFor = (principal: Principal, organization: string): boolean =>
  principal.isAdmin || principal.manages.includes(organization);
