import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DomainRefusal, newGid, type Principal } from '@partner-ordering/kernel';
import type { ProjectState, ProjectStatus } from '../../../generated/models.ts';
import { Project, type Actor } from './project.ts';
import { eventOf, type Command, type OrderKind, type Role } from './transitions.ts';

// The rules of the table a second time: by situation, and without its guards.

const [ownerGid, organizationGid] = [newGid(), newGid()];
const principal = (more: Partial<Principal>): Principal => ({ user: newGid(), isAdmin: false, memberOf: [], manages: [], ...more });

/** All kinds of actors with their roles. */
const actors: Record<string, [Actor, readonly Role[]]> = {
  'the owner': [principal({ user: ownerGid, memberOf: [organizationGid] }), ['owner']],
  'a manager': [principal({ memberOf: [organizationGid], manages: [organizationGid] }), ['owner', 'manager']],
  'an admin': [principal({ isAdmin: true }), ['owner', 'manager', 'admin']],
  'the system': ['system', ['system']],
  'a colleague': [principal({ memberOf: [organizationGid] }), []],
  'an owner who has left': [principal({ user: ownerGid }), []],
  'a manager of another organization': [principal({ memberOf: [newGid()], manages: [newGid()] }), []],
};

interface Situation {
  state: ProjectState;
  kind?: OrderKind;
  status?: ProjectStatus;
  mode?: 'solo' | 'multi';
  hasResult?: boolean;
  /** The possible commands by role; all others are impossible for everybody. */
  can: Partial<Record<Role, readonly Command[]>>;
}
const request = 'specific_request';
const solo = { state: 'published', mode: 'solo', status: 'in_progress' } as const;
const multi = { state: 'published', mode: 'multi', status: 'in_progress' } as const;

const situations: Record<string, Situation> = {
  'a draft of a product': { state: 'draft', can: { owner: ['edit', 'delete', 'publish', 'defer'] } },
  'a draft of a request': { state: 'draft', kind: request, can: { owner: ['edit', 'delete', 'request_proposal'] } },
  'a request that waits for a proposal': {
    state: 'waiting_for_proposal',
    kind: request,
    can: { owner: ['withdraw', 'delete'], admin: ['propose'] },
  },
  'a proposal': {
    state: 'proposal',
    kind: request,
    can: { owner: ['publish', 'defer', 'request_proposal', 'withdraw', 'delete'], admin: ['propose'] },
  },
  'a product to approve': { state: 'require_approval', can: { owner: ['withdraw', 'delete'], manager: ['launch'] } },
  'a request to approve': { state: 'require_approval', kind: request, can: { owner: ['withdraw', 'delete'], manager: ['launch'] } },
  'a contest': { ...multi, can: { owner: ['choose_winner', 'cancel'] } },
  'a contest with a work': { ...multi, hasResult: true, can: { owner: ['choose_winner'], admin: ['cancel'] } },
  'a conversation': { ...solo, can: { owner: ['reject', 'accept', 'cancel'], admin: ['assign', 'deliver'] } },
  'a conversation of a request': { ...solo, kind: request, can: { owner: ['reject', 'accept', 'cancel'], admin: ['assign', 'deliver'] } },
  'a conversation with a delivery': {
    ...solo,
    hasResult: true,
    can: { owner: ['reject', 'accept'], admin: ['assign', 'deliver', 'cancel'] },
  },
  'a finished project': { ...solo, status: 'finished', hasResult: true, can: { system: ['settle'] } },
  'a paid project': { ...multi, status: 'paid', hasResult: true, can: {} },
  'a canceled project': { ...multi, status: 'canceled', can: {} },
};

/** The role that a command needs in any situation; the owner's for all others. */
const whose: Partial<Record<Command, Role>> = { launch: 'manager', propose: 'admin', assign: 'admin', deliver: 'admin', settle: 'system' };
const ofPublished: readonly Command[] = ['assign', 'deliver', 'reject', 'accept', 'choose_winner', 'cancel', 'settle'];

const after: Record<Command, readonly [ProjectState, ProjectStatus] | null> = {
  edit: ['draft', 'draft'],
  delete: null,
  withdraw: ['draft', 'draft'],
  request_proposal: ['waiting_for_proposal', 'draft'],
  propose: ['proposal', 'draft'],
  defer: ['require_approval', 'draft'],
  publish: ['published', 'in_progress'],
  launch: ['published', 'in_progress'],
  assign: ['published', 'in_progress'],
  deliver: ['published', 'in_progress'],
  reject: ['published', 'in_progress'],
  accept: ['published', 'finished'],
  choose_winner: ['published', 'finished'],
  cancel: ['published', 'canceled'],
  settle: ['published', 'paid'],
};

const projectIn = ({ state, kind = 'product', status = 'draft', mode, hasResult }: Situation): Project =>
  Object.assign(new Project(), {
    gid: newGid(),
    createdAt: new Date(0),
    ownerGid,
    organizationGid,
    state,
    status,
    due: 5,
    mode: mode ?? null,
    productGid: kind === 'product' ? newGid() : null,
    firstResultAt: hasResult ? new Date() : null,
  });

/** The outcome: state and status, null for a deleted order, or the kind of the refusal. */
function outcome(situation: Situation, command: Command, actor: Actor): readonly string[] | string | null {
  const project = projectIn(situation);
  try {
    const transition = project.transition(command, actor);
    project.apply(transition, actor, new Date());
    return transition.to && [project.state, project.status];
  } catch (error) {
    assert.ok(error instanceof DomainRefusal, String(error));
    return error.kind;
  }
}

function expected(situation: Situation, command: Command, roles: readonly Role[]): readonly string[] | string | null {
  const { state, can } = situation;
  if (roles.some((role) => can[role]?.includes(command)))
    return command === 'withdraw' && state === 'require_approval' && situation.kind === request ? ['proposal', 'draft'] : after[command];
  const isKnown = state === 'published' ? ofPublished.includes(command) : Object.values(can).flat().includes(command);
  return command === 'delete' || (isKnown && !roles.includes(whose[command] ?? 'owner')) ? 'forbidden' : 'invalid';
}

describe('transitions of a project', () => {
  for (const [name, situation] of Object.entries(situations))
    test(`${name} accepts the commands of each role and refuses all others`, () => {
      for (const command of Object.keys(eventOf) as Command[])
        for (const [actorName, [actor, roles]] of Object.entries(actors))
          assert.deepEqual(outcome(situation, command, actor), expected(situation, command, roles), `${command} by ${actorName}`);
    });
});
