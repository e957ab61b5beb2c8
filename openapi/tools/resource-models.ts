/** The models of the resources of a document. */
import { answerSchema, itemSchema, operationsOf, referenceName, routesOf, type Document, type Operation } from '@partner-ordering/openapi';
import { typeOf } from './schema-types.ts';

/** The item type of a collection response (`{total_count, items}`), undefined for anything else. */
export function collectionItem(document: Document, operation: Operation): string | undefined {
  const items = itemSchema(document, operation);
  return items && typeOf(document, items);
}

/** The full model of every `x-resource`, and the operation that shows it: the single read, else the first list. */
export function resourceModels(document: Document): Map<string, { model: string; operationId: string }> {
  const models = new Map<string, { model: string; operationId: string; isRead: boolean }>();
  const routes = routesOf(document);
  for (const { operation } of operationsOf(document)) {
    const name = operation['x-resource'];
    const { kind } = routes.get(operation.operationId)!;
    if (name === undefined || kind === 'count') continue;
    const isRead = kind === 'read';
    const model = isRead ? readModel(document, operation) : (collectionItem(document, operation) as string);
    const existing = models.get(name);
    if (isRead && existing?.isRead === true && existing.model !== model)
      throw new Error(`x-resource ${name}: ${existing.model} or ${model}?`);
    if (existing === undefined || (isRead && !existing.isRead)) models.set(name, { model, operationId: operation.operationId, isRead });
  }
  return models;
}

function readModel(document: Document, operation: Operation): string {
  const reference = answerSchema(document, operation)?.$ref;
  if (reference === undefined) throw new Error(`${operation.operationId}: the 200 of a read refers to a named schema`);
  return referenceName(reference);
}
