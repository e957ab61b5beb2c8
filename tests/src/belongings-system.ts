import { shared, type ApiClient, type ApiResponse, type RequestOptions } from '@partner-ordering/testing';
import { Operations, type Operation } from './document.ts';
import { bodyOf, makeBelongings, pathOf, queryOf, type Belongings } from './requests.ts';
import { startTestSystem } from './system.ts';

/** For the files of a process: a system in which everything exists that an operation can name; what belongs to Harbour Bakery; an admin. */
export const sharedBelongings = shared(async () => {
  const system = await startTestSystem();
  const [operations, bakery, admin] = await Promise.all([
    Operations.read(system.url),
    makeBelongings(system),
    system.signIn('admin@example.com', 'base upload_files'),
  ]);
  const call = (client: ApiClient, operation: Operation, changes?: Changes) => callOn(bakery, client, operation, changes);
  return { system, operations, bakery, admin, call, stop: () => system.stop() };
});

/** Parts of the request that replace the valid ones; parameters and headers are added. */
interface Changes extends RequestOptions {
  path?: string;
  body?: unknown;
}

/** Sends a valid request of an operation on these belongings, with changes. */
function callOn(belongings: Belongings, client: ApiClient, operation: Operation, changes: Changes = {}): Promise<ApiResponse> {
  const { method, operationId, isForm } = operation;
  const { path = operation.path, parameters, headers } = changes;
  const validBody = operation.body && bodyOf(operationId, belongings);
  const body = changes.body ?? (isForm ? new URLSearchParams(validBody as Record<string, string>).toString() : validBody);
  return client.send(method, pathOf(path, belongings), {
    ...(body !== undefined && { body }),
    parameters: { ...queryOf(operationId, belongings), ...parameters },
    headers: { ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
  });
}
