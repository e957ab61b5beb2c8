import { defineEntity, p } from '@mikro-orm/postgresql';
import { newGid, type Principal } from '@partner-ordering/kernel';

export const StarSchema = defineEntity({
  name: 'Star',
  properties: {
    gid: p.uuid().primary(),
    projectGid: p.uuid(),
    createdAt: p.datetime(),
    messageGid: p.uuid(),
    path: p.string(),
    url: p.string(),
    starredByGid: p.uuid(),
  },
});

/** A file of a message, which can be starred. */
export interface Attachment {
  project: string;
  message: string;
  path: string;
  url: string;
}

/** A file of a conversation that somebody starred. All who see the project see the star. There is one per file and project. */
export class Star extends StarSchema.class {
  static of({ project, message, path, url }: Attachment, { user }: Principal, now: Date): Star {
    return Object.assign(new Star(), {
      gid: newGid(),
      projectGid: project,
      createdAt: now,
      messageGid: message,
      path,
      url,
      starredByGid: user,
    });
  }
}

StarSchema.setClass(Star);
