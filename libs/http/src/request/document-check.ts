import { parse } from 'node:url';
import { isVisible } from '@partner-ordering/kernel';
import type { Document } from '@partner-ordering/openapi';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import documentValidation from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import type { OpenApiRequest, OpenApiRequestMetadata } from 'express-openapi-validator/dist/framework/types.js';

// The one file that uses private parts of express-openapi-validator. Another version fails its test by name.

// The package calls `url.parse` for each request. Node finds out who calls, by the stack, until it has warned once: here, without a word.
const { noDeprecation = false } = process;
process.noDeprecation = true;
parse('/');
process.noDeprecation = noDeprecation;

// Unused without `validateApiSpec`, but its constructor compiles the schema of OpenAPI: a tenth of a second for each operation.
Object.assign(documentValidation, { OpenAPISchemaValidator: class {} });

/** The handlers of the package that find the operation of a request. The check of requests follows, and then that of answers. */
const finders = ['pathParamsMiddleware', 'metadataMiddleware', 'securityMiddleware'];
const checks = ['requestMiddleware', 'responseMiddleware'];

/**
 * The package's check of the requests, and the answers, of the one operation of a document. It rejects with the package's error. Throws if
 * the package has other handlers than those that are known here.
 */
export function documentCheck(
  document: Document,
  validateResponses: boolean,
): (request: Request, response: Response, next: NextFunction) => Promise<void> {
  const handlers = openApiValidator({
    apiSpec: document as never,
    validateApiSpec: false,
    validateSecurity: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true, coerceTypes: false },
    validateResponses: validateResponses ? { allErrors: true } : false,
    validateFormats: true,
    // Whether a label may be empty is for `minLength` to say.
    formats: { label: (text: string) => text === '' || isVisible(text) },
    fileUploader: false,
  }) as unknown as RequestHandler[];
  const names = handlers.map(({ name }) => name).join(' ');
  const known = [...finders, ...(validateResponses ? checks : checks.slice(0, 1))].join(' ');
  if (names !== known) throw new Error(`express-openapi-validator has the handlers ${names}, not ${known}`);
  const [findHandlers, checkHandlers] = [handlers.slice(0, finders.length), handlers.slice(finders.length)];
  let operation: OpenApiRequestMetadata | undefined;
  return async (request, response, next) => {
    // Express has matched the path, so the finders are needed for the first request alone. They compile its expression at each.
    if (operation) (request as OpenApiRequest).openapi = { ...operation, pathParams: request.params as Record<string, string> };
    else for (const handler of findHandlers) await runHandler(handler, request, response, next);
    operation ??= (request as OpenApiRequest).openapi;
    for (const handler of checkHandlers) await runHandler(handler, request, response, next);
  };
}

/** Runs a handler of the package. The check of an answer hands its fault to `next`, long after the request has passed. */
function runHandler(handler: RequestHandler, request: Request, response: Response, next: NextFunction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isPassed = false;
  void handler(request, response, (error?: unknown) => {
    if (isPassed) return next(error);
    isPassed = true;
    if (error) reject(error as Error);
    else resolve();
  });
  return promise;
}
