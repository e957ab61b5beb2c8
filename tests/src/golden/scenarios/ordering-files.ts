import { gidOf } from '@partner-ordering/testing';
import { finishContest } from '../../orders.ts';
import { uploadPicture } from '../../requests.ts';
import type { Stage } from '../recorder.ts';
import { logo, ordered } from './ordering-projects.ts';

/** Files of the brief and of the result, and stars. */
export async function recordProjectFiles(stage: Stage): Promise<void> {
  await recordBrief(stage);
  await recordResult(stage);
  await recordStars(stage);
}

const picture = (stage: Stage, email?: string): Promise<string> => stage.unrecorded(() => uploadPicture(stage.system, email));

async function recordBrief(stage: Stage): Promise<void> {
  const { user, colleague } = stage.people;
  const gid = await ordered(stage, { state: 'draft' });
  await stage.unrecorded(() => user.client.create(`/v1/projects/${gid}/shared_with`, { email: 'colleague@example.com' }));
  const url = await picture(stage);
  await stage.record('addBriefFile', '201 by the owner', { as: user, at: { gid }, body: { url } });
  await stage.record('addBriefFile', '400 for a file that is there', { as: user, at: { gid }, body: { url } });
  await stage.record('addBriefFile', '400 for the file of another', {
    as: user,
    at: { gid },
    body: { url: await picture(stage, 'user@other.example.com') },
  });
  await stage.record('addBriefFile', '403 for whom it is shared with', { as: colleague, at: { gid }, body: { url } });
  await stage.record('listBriefFiles', '200 for the owner', { as: user, at: { gid } });
  const at = { gid, filepath: url };
  await stage.record('getBriefFile', '200 for whom it is shared with', { as: colleague, at });
  await stage.record('removeBriefFile', '403 for whom it is shared with', { as: colleague, at });
  await stage.record('removeBriefFile', '204 by the owner, by what Location said of the upload', {
    as: user,
    at: { gid, filepath: `/v1/storage/${url}` },
  });
  await recordAnyFile(stage, gid);
  const running = await ordered(stage, { brief_files: [{ url: await picture(stage) }] });
  const [{ path }] = (await user.client.get(`/v1/projects/${running}/brief_files`)).body.items;
  await stage.record('removeBriefFile', '400 for what runs', { as: user, at: { gid: running, filepath: path } });
}

/** A text has no variations; what was read of a file can name it. */
async function recordAnyFile(stage: Stage, gid: string): Promise<void> {
  const { user } = stage.people;
  const text = new File(['A loaf above an anchor.'], 'brief.txt', { type: 'text/plain' });
  const url = await stage.unrecorded(() => uploadPicture(stage.system, 'user@example.com', text));
  await stage.record('addBriefFile', '201 for a text', { as: user, at: { gid }, body: { url } });
  const { body } = await stage.record('getBriefFile', '200 for a text, without variations', { as: user, at: { gid, filepath: url } });
  await stage.record('getProject', '200 with a file of the brief', { as: user, at: { gid } });
  const { name, size, content_type, variations } = body;
  const running = await ordered(stage);
  const attached_files = [{ url: body.url, name, size, content_type, variations }, { url: await picture(stage) }];
  const { gid: messageGid } = await stage.record('createMessage', '201 with a file as it was read', {
    as: user,
    at: { gid: running },
    body: { message: 'See', attached_files },
  });
  await stage.record('getMessage', '200 with files', { as: user, at: { gid: running, messageGid } });
}

async function recordResult(stage: Stage): Promise<void> {
  const { user, admin } = stage.people;
  const running = await ordered(stage);
  const gid = await stage.unrecorded(() => finishContest(user.client, admin.client, logo.multi));
  const url = await picture(stage, 'admin@example.com');
  await stage.record('addSourceFile', '400 for what runs', { as: admin, at: { gid: running }, body: { url } });
  await stage.record('addSourceFile', '201 by an admin', { as: admin, at: { gid }, body: { url } });
  await stage.record('listSourceFiles', '200 for the owner', { as: user, at: { gid } });
  await stage.record('getSourceFile', '200 for the owner', { as: user, at: { gid, filepath: url } });
  await stage.record('addBriefFile', '400 for what is finished', { as: user, at: { gid }, body: { url: await picture(stage) } });
}

async function recordStars(stage: Stage): Promise<void> {
  const { user, colleague, manager, stranger } = stage.people;
  const gid = await ordered(stage);
  const url = await picture(stage);
  await stage.unrecorded(async () => {
    await user.client.create(`/v1/projects/${gid}/messages`, { message: 'See', attached_files: [{ url }] });
    await user.client.create(`/v1/projects/${gid}/shared_with`, { email: 'colleague@example.com' });
  });
  const body = { path: url };
  await stage.record('starFile', '403 for whom it is shared with', { as: colleague, body });
  const starGid = gidOf((await stage.record('starFile', '201 by the owner', { as: user, body })).location);
  await stage.record('starFile', '201 for one that is starred', { as: manager, body });
  await stage.record('starFile', '201 by the url of a file that is starred', { as: user, body: { url: `/v1/storage/${url}` } });
  await stage.record('starFile', '400 for a stranger', { as: stranger, body });
  await stage.record('starFile', '400 for a body that names nothing', { as: user, body: {} });
  await stage.record('listStarredFiles', '200 for whom it is shared with', { as: colleague, at: { gid } });
  await stage.record('getStarredFile', '200 for the owner', { as: user, at: { gid, starGid } });
  await stage.record('unstarFile', '403 for whom it is shared with', { as: colleague, at: { url } });
  await stage.record('unstarFile', '204 by the manager', { as: manager, at: { url } });
  await stage.record('unstarFile', '404 for one that has no star', { as: user, at: { url } });
}
