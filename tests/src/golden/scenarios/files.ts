import { uploadPicture } from '../../requests.ts';
import { demoGids } from '../../test-system.ts';
import type { Call, Stage } from '../recorder.ts';
import { ordered } from './ordering-projects.ts';

const BOUNDARY = 'golden-boundary';
const TEXT = 'A loaf above an anchor.\n';

/** A form as a browser sends it. */
function multipart(fields: Record<string, string>, name: string, content: string): Call {
  const part = (disposition: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
  const parts = Object.entries(fields).map(([field, value]) => part(`name="${field}"`, value));
  const body = `${parts.join('')}${part(`name="file"; filename="${name}"`, content)}--${BOUNDARY}--\r\n`;
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
}

/** Uploads and downloads. */
export async function files(stage: Stage): Promise<void> {
  const path = await recordUploads(stage);
  await recordDownloads(stage, path);
  await recordReading(stage, path);
  await recordPublicImages(stage);
  const at = { gid: await ordered(stage, { state: 'draft', brief_files: [{ url: path }] }) };
  await stage.record('getProjectArchive', '200 for the owner', { as: stage.people.user, at });
  await stage.record('getProjectArchive', '404 for a colleague', { as: stage.people.colleague, at });
}

async function recordUploads(stage: Stage): Promise<string> {
  const client = await stage.unrecorded(() => stage.system.signIn('user@example.com', 'base upload_files'));
  const formOf = async (): Promise<Record<string, string>> => (await client.get('/v1/me')).body.upload_form.fields;
  const fields = await formOf();
  await stage.record('getUploadForm', '200 for a token that uploads', { as: stage.people.uploader });
  const upload = (title: string, call: Call) => stage.record('uploadFile', title, call);
  await upload('201 for a text', multipart(fields, 'brief.txt', TEXT));
  await upload('400 for a form that was used', multipart(fields, 'again.txt', 'Other bytes'));
  const unused = await formOf();
  await upload('400 for what claims to be a picture', multipart(unused, 'loaf.png', '\u0089PNG\r\n'));
  await upload('403 for another key', multipart({ ...unused, key: 'another' }, 'brief.txt', TEXT));
  await upload('403 for a changed signature', multipart({ ...unused, signature: 'made-up' }, 'brief.txt', TEXT));
  await upload('403 for a form without its fields', multipart({}, 'brief.txt', TEXT));
  await upload('400 for JSON', { body: fields });
  return fields['key']!;
}

async function recordDownloads(stage: Stage, path: string): Promise<void> {
  const { user, viewer, colleague } = stage.people;
  const { body } = await stage.record('signFile', '200 for the uploader', { as: user, at: { url: path } });
  await stage.record('signFile', '200 for a token that reads files', { as: viewer, at: { url: path } });
  await stage.record('signFile', '200 for a signed address', { as: user, at: { url: body.url } });
  await stage.record('signFile', '200 for what Location said of the upload', { as: user, at: { url: `/v1/storage/${path}` } });
  await stage.record('signFile', '404 for a colleague', { as: colleague, at: { url: path } });
  await stage.record('signFile', '400 for another host', { as: user, at: { url: `https://elsewhere.example/v1/storage/${path}` } });
  const call = { at: { path }, query: Object.fromEntries(new URL(body.url).searchParams) };
  const fetched = (title: string, changes: Call) => stage.record('downloadFile', title, { ...call, ...changes });
  const { etag } = await fetched('200 for who has the address', {});
  await fetched('304 for who has the file', { headers: { 'if-none-match': etag } });
  await fetched('200 by HEAD', { method: 'HEAD' });
  await fetched('206 for a range', { headers: { range: 'bytes=2-5' } });
  await fetched('416 for a range beyond its end', { headers: { range: 'bytes=500-' } });
  await fetched('403 for a changed signature', { query: { ...call.query, signature: 'x'.repeat(43) } });
  await fetched('403 for a changed time', { query: { ...call.query, expires: '1000000000' } });
  await fetched('400 with half of a signed address', { query: { expires: call.query['expires'] } });
  await fetched('302 for who may read the file', { as: user, query: {} });
  await fetched('302 by HEAD, for a token that reads files', { as: viewer, method: 'HEAD', query: {} });
  await fetched('401 without a signature and without a token', { query: {} });
  await fetched('403 for a token that only uploads', { as: stage.people.uploader, query: {} });
  await fetched('404 for a colleague', { as: colleague, query: {} });
}

async function recordReading(stage: Stage, text: string): Promise<void> {
  const { user, viewer, colleague } = stage.people;
  const picture = await stage.unrecorded(() => uploadPicture(stage.system));
  await stage.record('getFileInfo', '200 for a text', { as: user, at: { url: text } });
  await stage.record('getFileInfo', '200 for a picture', { as: user, at: { url: picture } });
  await stage.record('getFileInfo', '200 for the address of a thumbnail', { as: user, at: { url: `/v1/img/${picture}-thumb` } });
  await stage.record('getFileInfo', '404 for a colleague', { as: colleague, at: { url: text } });
  const show = (title: string, filename: string, as = user, headers = {}) =>
    stage.record('getImage', title, { as, at: { filename }, headers });
  const { etag } = await show('200 for a picture', picture);
  await show('304 for who has it', picture, user, { 'if-none-match': etag });
  await show('200 for its thumbnail, by a token that reads files', `${picture}-thumb.png`, viewer);
  await show('200 for its icon', `${picture}-icon`);
  await show('200 for an avatar', 'avatar-5555-07-icon.png');
  await show('404 for a text', text);
  await show('404 for a colleague', picture, colleague);
}

async function recordPublicImages(stage: Stage): Promise<void> {
  const logo = await stage.unrecorded(() => uploadPicture(stage.system, 'admin@example.com'));
  const show = (title: string, filename: string, headers = {}) => stage.record('getPublicImage', title, { at: { filename }, headers });
  await show('404 for a picture that is not public', logo);
  const organization = `/v1/organizations/${demoGids.harbourBakery}`;
  await stage.unrecorded(() => stage.people.admin.client.put(organization, { logo: { url: logo } }));
  const { etag } = await show('200 for a logo', logo);
  await show('304 for who has it', logo, { 'if-none-match': etag });
  await show('200 for its thumbnail', `${logo}-thumb`);
  await show('200 for its icon', `${logo}-icon.png`);
}
