import { fieldsOf } from '@partner-ordering/data';
import type { Resource } from '@partner-ordering/http';
import { invalid } from '@partner-ordering/kernel';
import { faults } from '../../faults.ts';

const genericFields = ['gid', 'created_at', 'modified_at', 'href'];

/** The generic fields and those that `fields` of `/v1/me` names; undefined without it. 400 for names that a user does not have. */
export function chosenFields({ fields: parameter }: { fields?: string }, users: Pick<Resource, 'fields'>): string[] | undefined {
  if (parameter === undefined) return undefined;
  const names = parameter
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const known = [...Object.keys(fieldsOf(users)), 'upload_form'];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw invalid(faults.unknown_field_names('fields', { names: unknown }));
  return [...new Set([...genericFields, ...names])];
}
