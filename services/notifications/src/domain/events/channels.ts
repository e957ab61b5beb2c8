/** Has a connection told of notifications. */
export async function listenTo(client: { query(text: string): Promise<unknown> }, channels: readonly string[]): Promise<void> {
  for (const channel of channels) await client.query(`listen ${channel}`);
}
