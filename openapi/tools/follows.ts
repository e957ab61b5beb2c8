/** Reads and checks `x-follows` of the event documents; README.md describes it under "Writing events". */
import { asDocument, channelMessages, readEventDocuments } from './event-documents.ts';
import type { EventDocuments, Message } from './event-documents.ts';
import { objectShape } from './schema-types.ts';

/** States of one type, with the fields that the replica keeps. */
export interface FollowedState {
  /** The service that publishes them. */
  owner: string;
  /** The aggregate's name: `user`. */
  type: string;
  fields: string[];
}

/** Facts of one service. `from` is where a service begins that has not followed them before. */
export interface FollowedFacts {
  owner: string;
  from: 'start' | 'end';
  /** Event types: `project.published`. */
  types: string[];
}

/** The states and facts that one service follows, in the order of its document. */
export interface Follower {
  service: string;
  states: FollowedState[];
  facts: FollowedFacts[];
}

/** The followers, sorted by service. Throws an Error that names the place of the first mistake. */
export const followers = (documents = readEventDocuments()): Follower[] =>
  [...documents.keys()].map((service) => followerOf(documents, service));

function followerOf(documents: EventDocuments, service: string): Follower {
  const follower: Follower = { service, states: [], facts: [] };
  for (const [address, followedChannel] of Object.entries(documents.get(service)?.['x-follows'] ?? {})) {
    const place = `events/${service}.yaml: x-follows, ${address}`;
    const owner = address.slice(0, address.indexOf('.'));
    if (owner === service) throw new Error(`${place}: this is the service's own channel`);
    const messages = channelMessages(documents, address);
    if (messages === undefined) throw new Error(`${place}: no event document describes this channel`);
    if (address.endsWith('.facts')) {
      const { from, types } = followedChannel as FollowedFacts;
      for (const type of types) oneOf(messages, type, `${place}, types: ${type}`);
      follower.facts.push({ owner, from, types });
    } else {
      const states = followedStates(messages, followedChannel as Record<string, string[]>, place);
      follower.states.push(...states.map((state) => ({ owner, ...state })));
    }
  }
  return follower;
}

function followedStates(messages: readonly Message[], followed: Record<string, string[]>, place: string): Omit<FollowedState, 'owner'>[] {
  return Object.entries(followed).map(([type, fields]) => {
    const message = oneOf(messages, `${type}.state`, `${place}: ${type}`);
    const knownFields = Object.keys(objectShape(asDocument(message.document), message.schema)?.properties ?? {});
    const unknown = fields.find((field) => !knownFields.includes(field));
    if (unknown !== undefined) throw new Error(`${place}, ${type}: the state has no field ${unknown}, only ${knownFields.join(', ')}`);
    return { type, fields };
  });
}

function oneOf(messages: readonly Message[], type: string, place: string): Message {
  const message = messages.find((candidate) => candidate.type === type);
  if (message === undefined) throw new Error(`${place}: the channel has no ${type}, only ${messages.map((each) => each.type).join(', ')}`);
  return message;
}
