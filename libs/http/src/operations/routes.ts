import type { Router } from 'express';
import type { Resource } from '@partner-ordering/data';
import { authenticate } from '../request/authenticate.ts';
import { actionOf } from '../runtime/nouns.ts';
import { routerOf, type Entry } from '../request/router.ts';
import type { CollectionRoute, OperationRoute, ReadRoute, RouteOptions } from '../runtime/route.ts';
import type { OperationContext } from '../runtime/context.ts';
import type { Reply } from '../response/replies.ts';
import { sendReply } from '../response/respond.ts';
import { withFilePaths } from './file-paths.ts';
import { countView, listView, readView } from './views.ts';
import { operationHandler } from './operations.ts';
import { representations, type Answering } from './representation.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** What generated routers are built with. */
export interface RouteBuilder {
  operation<Context extends OperationContext>(route: OperationRoute, operation: (context: Context) => Promise<Reply>): void;
  list(route: CollectionRoute & { orderable: readonly string[] }, resource: Resource): void;
  count(route: CollectionRoute, resource: Resource): void;
  read(route: ReadRoute, resource: Resource): void;
  router(): Router;
}

/** Binds routes to a runtime. */
export function routeBuilder(runtime: Runtime): RouteBuilder {
  const entries: (Entry & Answering)[] = [];
  const represent = representations(runtime, entries);
  const add = (options: RouteOptions, noun: string, answer: Answering['answer']) => {
    const route = { ...options, noun };
    const nameFiles = withFilePaths(runtime, route);
    entries.push({
      ...{ route, answer, authenticate: authenticate(runtime, route) },
      handle: async (request, response) => {
        await nameFiles(request);
        const written = await answer(request);
        const shown = await represent(request, written);
        // Representations stand in the public document alone.
        sendReply(request, response, shown ?? written, runtime.validateResponses && shown === undefined);
      },
    });
  };

  return {
    operation: (route, operation) => {
      const { noun } = actionOf(route);
      add(route, noun, operationHandler(runtime, { ...route, noun }, operation as (context: OperationContext) => Promise<Reply>));
    },
    list: (route, resource) => add(route, resource.noun, listView(runtime, route, resource)),
    count: (route, resource) => add(route, resource.noun, countView(runtime, route, resource)),
    read: (route, resource) => add(route, resource.noun, readView(runtime, route, resource)),
    router: () => routerOf(runtime, entries),
  };
}
