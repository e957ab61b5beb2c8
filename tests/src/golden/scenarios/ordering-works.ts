import { uploadPicture } from '../../requests.ts';
import { demoGids } from '../../test-system.ts';
import type { Caller, Stage } from '../recorder.ts';
import { hireWorker, ordered } from './ordering-projects.ts';

/** Workers, a contest with its works, its winner and receipt, and what the customer says of it. */
export async function recordWorks(stage: Stage): Promise<void> {
  const worker = await recordWorkers(stage);
  const gid = await ordered(stage);
  const work = await recordContest(stage, gid, worker);
  const { user, colleague } = stage.people;
  await stage.record('updateProject', '400 for a winner that is no work', { as: user, at: { gid }, body: { winner: { gid: worker } } });
  await stage.record('updateProject', '204 for a winner, and the receipt follows', {
    as: user,
    at: { gid },
    body: { winner: { gid: work } },
  });
  await stage.record('getProject', '200 once it is finished', { as: user, at: { gid } });
  await stage.record('getWork', '200 for the winner', { as: user, at: { gid: work } });
  await stage.record('updateWork', '400 once it is finished', { as: stage.people.admin, at: { gid: work }, body: { description: 'Late' } });
  await stage.record('markWork', '400 once it is finished', { as: user, at: { gid: work }, body: { mark: null } });
  await stage.record('deleteWorker', '400 for one who takes part', { as: stage.people.admin, at: { gid: worker } });
  await recordReviews(stage, gid, worker);
  await stage.record('getProjectStat', '200 for a contest', { as: user, at: { gid } });
  await stage.record('getProjectStat', '404 for a colleague', { as: colleague, at: { gid } });
}

async function recordWorkers(stage: Stage): Promise<string> {
  const { admin, user } = stage.people;
  const body = { service_id: 'kim', firstname: 'Kim', lastname: 'Sol', avatar: 'https://images.example/kim.png' };
  const { gid } = await stage.record('createWorker', '201 by an admin', { as: admin, body });
  await stage.record('createWorker', '400 for a second one of this id', { as: admin, body });
  await stage.record('getWorker', '200 for an admin', { as: admin, at: { gid } });
  await stage.record('getWorker', '404 for who has no project with them', { as: user, at: { gid } });
  await stage.record('updateWorker', '204 by an admin', { as: admin, at: { gid }, body: { lastname: 'Soll' } });
  const unneeded = await hireWorker(stage, 'unneeded');
  await stage.record('deleteWorker', '204 by an admin', { as: admin, at: { gid: unneeded } });
  return gid;
}

async function recordContest(stage: Stage, project: string, worker: string): Promise<string> {
  const { admin, user } = stage.people;
  const image = { url: await stage.unrecorded(() => uploadPicture(stage.system, 'admin@example.com')) };
  const body = { project: { gid: project }, worker: { gid: worker }, description: '<p>Calm</p>', content: 'Once' };
  const post = (title: string, as: Caller, changes: object) => stage.record('createWork', title, { as, body: { ...body, ...changes } });
  const { gid } = await post('201 with an image', admin, { image });
  const { gid: variation } = await post('201 for a variation', admin, { parent: { gid }, description: 'Calmer' });
  await post('400 for the variation of a variation', admin, { parent: { gid: variation } });
  await post('400 for a project and a worker that are none', admin, { project: { gid: worker } });
  await post('400 for a worker who is none', admin, { worker: { gid: project } });
  await stage.record('listWorks', '200 for the owner', {
    as: user,
    query: { query: ['project.gid', '==', project], orderBy: 'created_at', sort: 'asc' },
  });
  await stage.record('listWorkers', '200 for the owner', { as: user, query: { query: ['works.project.gid', '==', project] } });
  await stage.record('getWork', '200 for the owner', { as: user, at: { gid } });
  await stage.record('markWork', '204 by the owner', { as: user, at: { gid }, body: { mark: 'shortlist' } });
  await stage.record('markWork', '403 for an admin', { as: admin, at: { gid }, body: { mark: 'out' } });
  await stage.record('getWork', '200 for an admin, who sees no mark', { as: admin, at: { gid } });
  await stage.record('updateWork', '204 by an admin', { as: admin, at: { gid }, body: { description: 'Calm and clear', image: null } });
  await stage.record('deleteWork', '400 for one with variations', { as: admin, at: { gid } });
  await stage.record('deleteWork', '204 by an admin', { as: admin, at: { gid: variation } });
  await stage.record('updateProject', '400 for a cancelation after the first work', {
    as: user,
    at: { gid: project },
    body: { status: 'canceled' },
  });
  return gid;
}

async function recordReviews(stage: Stage, project: string, worker: string): Promise<void> {
  const { user, manager, stranger } = stage.people;
  const marks = { quality: 5, reactivity: 4, communicativeness: 3, work_with_again: 2 };
  const body = { project: { gid: project }, worker: { gid: worker }, ...marks, comment: 'Quick' };
  const shared = { as: stage.people.colleague, body };
  await stage.unrecorded(() => user.client.create(`/v1/projects/${project}/shared_with`, { email: 'colleague@example.com' }));
  await stage.record('createReview', '403 for whom it is shared with', shared);
  await stage.unrecorded(() => user.client.delete(`/v1/projects/${project}/shared_with/${demoGids.users.colleague}`));
  await stage.record('createReview', '400 for another worker', { as: user, body: { ...body, worker: { gid: project } } });
  await stage.record('createReview', '400 by a stranger', { as: stranger, body });
  const { gid } = await stage.record('createReview', '201 by the owner', { as: user, body });
  await stage.record('createReview', '400 for a second one', { as: user, body });
  await stage.record('listReviews', '200 for the manager', { as: manager, query: { query: ['worker.gid', '==', worker] } });
  await stage.record('getReview', '200 for the owner', { as: user, at: { gid } });
}
