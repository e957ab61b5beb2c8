// Generated from openapi/gateway.yaml by `npm run generate`. Do not edit.
import type { Context } from '../src/context.ts';
import type { Ok, Reply } from '@partner-ordering/http';
import type { Batch, BatchResults, OpenApiDocument, QuerySchema } from './models.ts';

/** What `getRoot` is called with. */
export interface GetRootRequest {
  path: {};
  query: {};
  body: undefined;
}

/** What `runBatch` is called with. */
export interface RunBatchRequest {
  path: {};
  query: {};
  headers: { 'Idempotency-Key'?: string };
  body: Batch;
}

/** What `getOpenApi` is called with. */
export interface GetOpenApiRequest {
  path: {};
  query: {};
  headers: { 'If-None-Match'?: string };
  body: undefined;
}

/** What `getQuerySchema` is called with. */
export interface GetQuerySchemaRequest {
  path: {};
  query: {};
  headers: { 'If-None-Match'?: string };
  body: undefined;
}

/** What the service decides: one function per operation of the document. */
export interface Operations {
  /** Says which service this is (public). `GET /` */
  getRoot(context: Context<GetRootRequest>): Promise<Reply>;
  /** Carries out several actions as one request (any token). `POST /v1/batch` */
  runBatch(context: Context<RunBatchRequest>): Promise<Ok<BatchResults>>;
  /** Reads this document (public). `GET /v1/openapi.json` */
  getOpenApi(context: Context<GetOpenApiRequest>): Promise<Ok<OpenApiDocument>>;
  /** Lists the searchable and orderable fields of every collection (any token). `GET /v1/schema/query` */
  getQuerySchema(context: Context<GetQuerySchemaRequest>): Promise<Ok<QuerySchema>>;
}

/** What the service shows: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {}
