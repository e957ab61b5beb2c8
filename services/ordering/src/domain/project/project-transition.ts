import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ProjectMode, ProjectState, ProjectStatus } from '../../../generated/models.ts';

export const ProjectTransitionSchema = defineEntity({
  name: 'ProjectTransition',
  properties: {
    gid: p.uuid().primary(),
    projectGid: p.uuid(),
    createdAt: p.datetime(),
    command: p.string(),
    fromState: p.string().$type<ProjectState>().strictNullable(),
    toState: p.string().$type<ProjectState>(),
    toStatus: p.string().$type<ProjectStatus>(),
    /** Null when the system acted. */
    actorGid: p.uuid().strictNullable(),
    /** The proposed price in minor units of `currency`; null for any command other than `propose`. */
    priceMinor: p.bigint('number').strictNullable(),
    currency: p.string().strictNullable(),
    /** Days. */
    due: p.integer().strictNullable(),
    mode: p.string().$type<ProjectMode>().strictNullable(),
    /** The message that came with it, as a proposal's text or a delivery. */
    messageGid: p.uuid().strictNullable(),
  },
});

/** An entry of a project's history. */
export class ProjectTransition extends ProjectTransitionSchema.class {}

ProjectTransitionSchema.setClass(ProjectTransition);
