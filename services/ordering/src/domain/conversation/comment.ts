import { defineEntity, p } from '@mikro-orm/postgresql';
import { forbidden, newGid, type Principal } from '@partner-ordering/kernel';
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
    /** The project that is commented on, or that of the work or message. Whoever sees it sees the comment. */
    projectGid: p.uuid(),
  },
});

/** What a comment is about. */
export interface CommentSubject {
  uri: string;
  project: string;
}

/** A comment on a project, a work or a message. */
export class Comment extends CommentSchema.class {
  static create(principal: Principal, { uri, project }: CommentSubject, message: string, now: Date): Comment {
    return Object.assign(new Comment(), {
      ...{ gid: newGid(), createdAt: now, modifiedAt: null, uri, projectGid: project },
      ...{ message: plainText(message, 'message'), userGid: principal.user },
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
    if (!principal.isAdmin && this.userGid !== principal.user) throw forbidden(verb, 'comment');
  }
}

CommentSchema.setClass(Comment);

/** The stored form of a relative uri: `projects/1`, `/projects/1` and `/v1/projects/1` are the same. */
export const canonicalUri = (uri: string): string => `/v1/${uri.replace(/^\/?(v1\/)?/, '')}`;
