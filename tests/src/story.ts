import assert from 'node:assert/strict';
import { NotFoundError, type ProjectStep } from '@partner-ordering/client';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { startTestSystem } from './system.ts';
import { localUrl, type TestSystem } from './test-system.ts';

/** The system, and who plays in the story of an order: people of the demo data, signed in, and a worker. */
export interface Story {
  system: TestSystem;
  user: ApiClient;
  colleague: ApiClient;
  manager: ApiClient;
  /** Acts for the workers' side too. */
  admin: ApiClient;
  /** Manages another organization. */
  stranger: ApiClient;
  worker: { gid: string };
}

/** Begins a story on databases of its own; ends with `system.stop()`. */
export async function beginStory(): Promise<Story> {
  const system = await startTestSystem();
  return { system, ...(await castOf(system)) };
}

/** Signs in who plays in a story. */
export async function castOf(system: Pick<TestSystem, 'signIn'>): Promise<Omit<Story, 'system'>> {
  const admin = await system.signIn('admin@example.com');
  const person = { service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' };
  return {
    admin,
    worker: { gid: (await admin.api.createWorker(person)).gid },
    user: await system.signIn('user@example.com'),
    colleague: await system.signIn('colleague@example.com'),
    manager: await system.signIn('manager@example.com'),
    stranger: await system.signIn('manager@other.example.com'),
  };
}

/** Fetches a file by a signed address; null where there is none for the caller. */
export async function download(
  system: Pick<TestSystem, 'url'>,
  { api }: ApiClient,
  file: { url: string },
): Promise<{ type: string; text: string } | null> {
  const signed = await api.signFile(file.url).catch((error: unknown) => {
    if (error instanceof NotFoundError) return null;
    throw error;
  });
  if (signed === null) return null;
  const response = await fetch(localUrl(system, signed.url));
  assert.equal(response.status, 200);
  return { type: response.headers.get('content-type')!, text: await response.text() };
}

/** The receipt of a finished project, as soon as its PDF is there, checked against what the order showed; answers its gid. */
export async function receiptOfOrder(
  { system, user, manager, colleague, stranger }: Omit<Story, 'system'> & { system: Pick<TestSystem, 'url'> },
  project: string,
): Promise<string> {
  const { price, vat } = await user.api.getProject(project);
  const found = await eventually(async () => {
    const { items } = await user.api.listReceipts({ where: (r) => r.project.gid.eq(project) });
    return items[0]?.file ? items : false;
  });
  assert.equal(found.length, 1);
  const receipt = await user.api.getReceipt(found[0]!.gid);
  assert.deepEqual(receipt.amount, price);
  assert.deepEqual(receipt.vat, vat);
  assert.deepEqual(receipt.total, { amount: price!.amount + vat!.amount, currency: price!.currency });

  for (const client of [user, manager]) {
    const pdf = await download(system, client, receipt.file!);
    assert.equal(pdf?.type, 'application/pdf');
    assert.match(pdf.text, /^%PDF-/);
  }
  for (const client of [colleague, stranger]) assert.equal(await download(system, client, receipt.file!), null);
  await eventually(async () => assert.deepEqual((await user.api.getProject(project)).receipt_file, receipt.file));
  return receipt.gid;
}

/** The steps of a project's history, the oldest first. */
export async function historyOf({ api }: ApiClient, project: string): Promise<ProjectStep[]> {
  const steps: ProjectStep[] = [];
  for await (const step of api.listProjectHistory(project, { orderBy: 'created_at', sort: 'asc' })) steps.push(step);
  return steps;
}
