import { invalid } from '@partner-ordering/kernel';
import { faults } from '../../faults.ts';

type Mobile = string | null | undefined;

/** The mobile number, which has two names; 400 where they say two things. */
export function mobileOf({ mobile, mobile_phone: mobilePhone }: { mobile?: Mobile; mobile_phone?: Mobile }): string | null {
  if (mobile !== undefined && mobilePhone !== undefined && mobile !== mobilePhone)
    throw invalid(faults.fields_differ('mobile', { field: 'mobile_phone' }));
  return mobile ?? mobilePhone ?? null;
}
