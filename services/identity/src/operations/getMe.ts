import { fieldsOf } from '@partner-ordering/data';
import { invalid } from '@partner-ordering/kernel';
import { entityTag, ok, type Ok } from '@partner-ordering/http';
import type { UploadForm } from '@partner-ordering/neighbours';
import type { Me } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';

const genericFields = ['gid', 'created_at', 'modified_at', 'href'];

export const getMe: Operations['getMe'] = async ({ query, principal, claims, read, users, neighbours }) => {
  const { fields: parameter } = query;
  const chosen = parameter === undefined ? undefined : chosenFields(parameter, [...Object.keys(fieldsOf(users)), 'upload_form']);
  const me = await read(users, principal.user, chosen ? { fields: chosen } : {});
  if (!claims.scopes.has('upload_files') || chosen?.includes('upload_form') === false) return ok(me);
  return withForm(me.text, await neighbours.files.getUploadForm({ user: principal.user }));
};

/** The tag covers the user only, since each form is different. The answer is never stored and never a 304. */
const withForm = (me: string, form: UploadForm): Ok<Me> =>
  ok({ ...(JSON.parse(me) as Me), upload_form: form }, { ETag: entityTag(me), 'Cache-Control': 'no-store' });

/** The generic fields and those named in the parameter `fields`; 400 for names that a user does not have. */
function chosenFields(parameter: string, known: readonly string[]): string[] {
  const names = parameter
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw invalid({ path: 'fields', message: `contains unknown field names: ${unknown.join(', ')}` });
  return [...new Set([...genericFields, ...names])];
}
