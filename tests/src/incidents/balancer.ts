import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '@partner-ordering/testing';
import { runCommand, stop, temporaryFolder } from '../program.ts';

/** An address that leads to several instances, as a Service of Kubernetes does. */
export interface BalancedAddress {
  name: string;
  port: number;
  instances: readonly number[];
  /** How many of them have connections from the beginning. */
  begin: number;
}

export interface Balancer {
  /** From now on its connections may lead to all instances of this address. */
  addAll(name: string): Promise<void>;
  /** From now on its connections lead to this instance only; those that are there stay. */
  leadTo(name: string, instance: number): Promise<void>;
  end(): Promise<void>;
}

/** HAProxy that chooses an instance at random for each connection, as kube-proxy does by default; by the weight `random` is even. */
export async function startBalancer(addresses: readonly BalancedAddress[]): Promise<Balancer> {
  const folder = temporaryFolder();
  const socket = join(folder.path, 'admin');
  const listenerOf = ({ name, port, instances, begin }: BalancedAddress): string[] => [
    `listen ${name}`,
    `  bind 127.0.0.1:${port}`,
    ...instances.map((instance, index) => `  server ${index} 127.0.0.1:${instance} weight 256${index < begin ? '' : ' disabled'}`),
  ];
  const defaults = ['mode tcp', 'balance random(1)', 'timeout connect 1s', 'timeout client 1m', 'timeout server 1m'];
  const lines = ['global', `  stats socket ${socket} level admin`, 'defaults', ...defaults.map((line) => `  ${line}`)];
  const configuration = join(folder.path, 'haproxy.cfg');
  writeFileSync(configuration, [...lines, ...addresses.flatMap(listenerOf), ''].join('\n'));
  const program = runCommand('haproxy', ['-db', '-f', configuration], {});

  /** Commands of HAProxy's runtime API; it answers nothing when they succeed. */
  const command = async (commands: readonly string[]): Promise<string> => {
    const connection = connect(socket);
    await once(connection, 'connect');
    connection.end(`${commands.join(';')}\n`);
    return text(connection);
  };
  /** Has the connections of an address lead to the instances that `leads` chooses. */
  const lead = async (name: string, leads: (index: number) => boolean): Promise<void> => {
    const { instances } = addresses.find((address) => address.name === name)!;
    const answer = await command(instances.map((_, index) => `${leads(index) ? 'enable' : 'disable'} server ${name}/${index}`));
    if (answer.trim() !== '') throw new Error(answer);
  };
  await eventually(() => command(['show info']));
  return {
    addAll: (name) => lead(name, () => true),
    leadTo: (name, instance) => lead(name, (index) => index === instance),
    end: async () => {
      await stop(program);
      folder.remove();
    },
  };
}
