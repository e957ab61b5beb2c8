/** PostgreSQL's channel on which it is said that an organization has new events; the payload is its gid. */
export const EVENT_CHANNEL = 'event';

/** Has a connection told of new events. */
export const listen = async (client: { query(text: string): Promise<unknown> }): Promise<void> =>
  void (await client.query(`listen ${EVENT_CHANNEL}`));
