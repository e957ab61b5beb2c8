import { defineEntity, p } from '@mikro-orm/postgresql';

export const ProjectTransitionSchema = defineEntity({
  name: 'ProjectTransition',
  properties: {
    gid: p.uuid().primary(),
    projectGid: p.uuid(),
    createdAt: p.datetime(),
    command: p.string(),
    fromState: p.string().nullable(),
    toState: p.string(),
    toStatus: p.string(),
    actorGid: p.uuid(),
  },
});

/** One step in a project's history. */
export class ProjectTransition extends ProjectTransitionSchema.class {}

ProjectTransitionSchema.setClass(ProjectTransition);
