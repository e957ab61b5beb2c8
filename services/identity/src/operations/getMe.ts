import { fieldsOf, invalid } from '@partner-ordering/data';
import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';

const genericFields = ['gid', 'created_at', 'modified_at', 'href'];

export const getMe: Operations['getMe'] = async ({ query, principal, read, users }) => {
  // The upload form is known but not given out before there is a storage to upload to.
  const known = [...Object.keys(fieldsOf(users)), 'upload_form'];
  return ok(await read(users, principal.user, query.fields === undefined ? {} : { fields: chosenFields(query.fields, known) }));
};

/** The generic fields and those named in the parameter `fields`; 400 for names that a user does not have. */
function chosenFields(parameter: string, known: readonly string[]): string[] {
  const names = parameter
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw invalid({ path: 'fields', message: `a user has no ${unknown.join(', ')}` });
  return [...new Set([...genericFields, ...names])];
}
