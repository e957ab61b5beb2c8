import { formatTime } from '@partner-ordering/kernel';
import { ProtocolRefusal } from '@partner-ordering/http';
import type { Signer } from './signatures.ts';
import type { UploadForm, UploadGrant } from './storage.ts';

interface Policy {
  key: string;
  uploader: string;
  max_size: number;
  expires_at: string;
}

/** A form that carries a signed grant to `action`. */
export function formOf({ path, uploader, maxSizeBytes, expiresAt }: UploadGrant, action: string, signer: Signer): UploadForm {
  const policy: Policy = { key: path, uploader, max_size: maxSizeBytes, expires_at: expiresAt.toISOString() };
  const encoded = Buffer.from(JSON.stringify(policy)).toString('base64url');
  return {
    action,
    method: 'POST',
    enctype: 'multipart/form-data',
    fields: { key: path, policy: encoded, signature: signer.sign('upload', encoded) },
    file_field: 'file',
    max_size: maxSizeBytes,
    expires_at: formatTime(expiresAt),
  };
}

/** The grant in the fields of a form; 403 for a form that is not ours, was changed, or has expired. */
export function grantIn({ key, policy = '', signature = '' }: Readonly<Record<string, string>>, now: Date, signer: Signer): UploadGrant {
  if (!signer.isSigned('upload', policy, signature)) throw new ProtocolRefusal({ status: 403, message: 'The upload form was changed' });
  const { key: path, uploader, max_size, expires_at } = JSON.parse(Buffer.from(policy, 'base64url').toString()) as Policy;
  if (key !== path) throw new ProtocolRefusal({ status: 403, message: 'The upload form was changed' });
  if (new Date(expires_at) <= now) throw new ProtocolRefusal({ status: 403, reason: 'expired', message: 'The upload form has expired' });
  return { path, uploader, maxSizeBytes: max_size, expiresAt: new Date(expires_at) };
}
