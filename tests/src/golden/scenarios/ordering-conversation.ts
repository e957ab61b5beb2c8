import { gidOf } from '@partner-ordering/testing';
import { uploadPicture } from '../../requests.ts';
import type { Caller, Stage } from '../recorder.ts';
import { hireWorker, logo, ordered } from './ordering-projects.ts';

/** A project in mode `solo`: messages, deliveries, the answer to them. */
export async function recordConversation(stage: Stage): Promise<void> {
  const { user, colleague, admin } = stage.people;
  const gid = await ordered(stage, {}, logo.solo);
  const worker = { gid: await hireWorker(stage, 'talker') };
  await stage.unrecorded(async () => {
    await admin.client.put(`/v1/projects/${gid}`, { worker });
    await user.client.create(`/v1/projects/${gid}/shared_with`, { email: 'colleague@example.com' });
  });
  const post = (title: string, as: Caller, body: object) => stage.record('createMessage', title, { as, at: { gid }, body });
  const attach = async (email: string) => ({ attached_files: [{ url: await stage.unrecorded(() => uploadPicture(stage.system, email)) }] });
  const { gid: messageGid } = await post('201 for whom it is shared with, with a file', colleague, {
    message: '<i>Blue</i>, like this',
    ...(await attach('colleague@example.com')),
  });
  await post('400 for an answer to nothing', user, { message: '', type: 'accept' });
  await post('201 for the worker, by an admin', admin, { message: 'Which colours?', worker });
  await post('201 for a delivery', admin, { message: 'A first idea', type: 'delivery', worker });
  await post('403 for an answer by whom it is shared with', colleague, { message: '', type: 'accept' });
  await post('201 for a rejection', user, { message: 'Bluer', type: 'reject' });
  await post('400 for a delivery without a worker', admin, { message: 'Bluer', type: 'delivery' });
  await post('400 for the gid of a delivery in a simple message', user, { message: 'Bluer', delivery: { gid } });
  await post('403 for a delivery by the owner', user, { message: 'Mine', type: 'delivery', worker });
  await post('400 for an empty message', user, { message: ' ' });
  const { gid: delivery } = await post('201 for a delivery with a file', admin, {
    message: 'Bluer',
    type: 'delivery',
    worker,
    ...(await attach('admin@example.com')),
  });

  await stage.record('listMessages', '200 for the owner', { as: user, at: { gid }, query: { orderBy: 'created_at', sort: 'asc' } });
  await stage.record('listMessages', '200 of one type', { as: user, at: { gid }, query: { query: ['type', '==', 'delivery'], limit: 1 } });
  await stage.record('markProjectSeen', '204 for whom it is shared with', { as: colleague, at: { gid } });
  await stage.record('getMessage', '200 for its author', { as: colleague, at: { gid, messageGid } });
  await post('201 for an acceptance, and the receipt follows', user, { message: 'Wonderful', type: 'accept', delivery: { gid: delivery } });
  await stage.record('getMessage', '200 for a delivery that was accepted', { as: user, at: { gid, messageGid: delivery } });
  await stage.record('getProjectStat', '200 for a conversation', { as: user, at: { gid } });
  await stage.record('listSourceFiles', '200 with what was delivered', { as: user, at: { gid } });
}

/** Remarks on a project. */
export async function recordComments(stage: Stage): Promise<void> {
  const { user, colleague, admin } = stage.people;
  const project = await ordered(stage);
  await stage.unrecorded(() => user.client.create(`/v1/projects/${project}/shared_with`, { email: 'colleague@example.com' }));
  const uri = `/v1/projects/${project}`;
  const body = { message: 'Mind the <b>colours</b>', uri: `/projects/${project}` };
  const { gid } = await stage.record('createComment', '201 on a project', { as: user, body });
  const message = await stage.unrecorded(async () => gidOf(await user.client.create(`${uri}/messages`, { message: 'Hello' })));
  await stage.record('createComment', '201 on a message', {
    as: colleague,
    body: { message: 'Well said', uri: `${uri}/messages/${message}` },
  });
  await stage.record('createComment', '400 on what takes none', { as: user, body: { message: 'No', uri: '/v1/categories' } });
  const query = ['uri', '==', uri];
  await stage.record('listComments', '200 on a project', { as: colleague, query: { query } });
  await stage.record('listComments', '200 for an admin, all', { as: admin, query: { orderBy: 'created_at' } });
  await stage.record('listComments', '403 for all', { as: user });
  await stage.record('getComment', '200 for who sees the project', { as: colleague, at: { gid } });
  await stage.record('updateComment', '204 by its author', { as: user, at: { gid }, body: { message: 'Never mind' } });
  await stage.record('updateComment', '403 by another', { as: colleague, at: { gid }, body: { message: 'Mine' } });
  await stage.record('deleteComment', '403 by another', { as: colleague, at: { gid } });
  await stage.record('deleteComment', '204 by an admin', { as: admin, at: { gid } });
}
