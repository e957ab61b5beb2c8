import { defineEntity, p } from '@mikro-orm/postgresql';
import { forbidden, invalid, newGid, type Principal } from '@partner-ordering/kernel';
import { faults } from '../../faults.ts';
import { plainText } from '../texts/plain-text.ts';

export const CommentSchema = defineEntity({
  name: 'Comment',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    /** In canonical form: `/v1/projects/…`. */
    uri: p.string(),
    message: p.text(),
    userGid: p.uuid(),
    /** The project of the subject: users who see it see the comment. Null if the subject belongs to none. */
    projectGid: p.uuid().strictNullable(),
    /** Several organizations may see the subject. Then only members of `organizationGid` see the comment; if it is null, only admins. */
    isShared: p.boolean(),
    organizationGid: p.uuid().strictNullable(),
    /** The comments above this one, the outermost first, which decides who may see it. Null unless the subject is a comment. */
    ancestors: p.array().strictNullable(),
  },
});

/** The subject of a comment. */
export interface CommentSubject {
  uri: string;
  project: string | null;
  /** Whether several organizations may see the subject. */
  isShared: boolean;
  /** For a comment: the organization whose members alone see it, if any. */
  organization: string | null;
  /** For a comment: the comments above it and itself. Null for anything else. */
  ancestors: string[] | null;
}

/** Maximum number of comments above one. */
const MOST_ANCESTORS = 20;

/** A comment on a resource. */
export class Comment extends CommentSchema.class {
  /** 400 if the organization of a comment on a shared subject is ambiguous. */
  static create(
    principal: Principal,
    { uri, project, isShared, organization: given, ancestors }: CommentSubject,
    { message, organization }: { message: string; organization?: { gid: string } },
    now: Date,
  ): Comment {
    const isChosen = isShared && ancestors === null;
    if (!isChosen && organization !== undefined) throw invalid(faults.not_allowed('organization', { why: 'not_shared' }));
    if (ancestors !== null && ancestors.length > MOST_ANCESTORS) throw invalid(faults.thread_too_deep('uri', { max: MOST_ANCESTORS }));
    const organizationGid = isChosen ? authorsOrganization(principal, organization?.gid) : given;
    return Object.assign(new Comment(), {
      gid: newGid(),
      createdAt: now,
      modifiedAt: null,
      uri,
      projectGid: project,
      isShared,
      organizationGid,
      ancestors,
      message: plainText(message, 'message'),
      userGid: principal.user,
    });
  }

  /** Changes the text; only the author and admins (403). */
  update(principal: Principal, message: string, now: Date): void {
    this.mustBeOwned(principal, 'update');
    this.message = plainText(message, 'message');
    this.modifiedAt = now;
  }

  /** 403 unless the caller wrote it or is an admin. */
  mustBeOwned(principal: Principal, verb: 'update' | 'delete'): void {
    if (!principal.isAdmin && this.userGid !== principal.user) throw forbidden(verb, 'comment', 'owner');
  }
}

CommentSchema.setClass(Comment);

/** The organization of the author's comment: the named one, or their only one. Admins may have none. */
function authorsOrganization({ memberOf, isAdmin }: Principal, named: string | undefined): string | null {
  if (named !== undefined) {
    if (!isAdmin && !memberOf.includes(named)) throw invalid(faults.not_your_organization('organization.gid'));
    return named;
  }
  if (memberOf.length > 1) throw invalid(faults.required('organization', { why: 'several_organizations' }));
  return memberOf[0] ?? null;
}

/** The stored form of a relative uri: `projects/1`, `/projects/1` and `/v1/projects/1` are the same. */
export const canonicalUri = (uri: string): string => `/v1/${uri.replace(/^\/?(v1\/)?/, '').replace(/\/$/, '')}`;
