import { entityTag, ok, type Ok } from '@partner-ordering/http';
import type { UploadForm } from '@partner-ordering/service-client';
import type { Me } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import { chosenFields } from './loading/users.ts';

const uploaderFields = ['gid', 'href', 'upload_form'];

export const getMe: Operations['getMe'] = async ({ query, principal, claims, read, me: users, services }) => {
  const chosen = chosenFields(query, users);
  const fields = claims.scopes.has('base') ? chosen : uploaderFields.filter((name) => chosen?.includes(name) ?? true);
  const me = await read(users, principal.user, fields ? { fields, kind: 'client' } : {});
  if (!claims.scopes.has('upload_files') || fields?.includes('upload_form') === false) return ok(me);
  return withForm(me.text, await services.files.getUploadForm({ user: principal.user }));
};

/** The tag covers the user only, since each form is different. The answer is never stored and never a 304. */
const withForm = (me: string, form: UploadForm): Ok<Me> =>
  ok({ ...(JSON.parse(me) as Me), upload_form: form }, { ETag: entityTag(me), 'Cache-Control': 'no-store' });
