/** What the generated router says about a route. The rest is in the document. */
export interface RouteOptions {
  method: 'get' | 'post' | 'put' | 'delete';
  /** As in the document: `/v1/projects/{gid}`. */
  path: string;
  operationId: string;
  /** Needs no token. With `scopes` the operation may ask for one nevertheless. */
  public: boolean;
  /** Alternatives: any one suffices. */
  scopes: readonly string[];
}

export interface OperationRoute extends RouteOptions {
  /** Whether it runs in a transaction: writes, except `x-transaction: manual`, and reads with `x-transaction: always`. */
  transaction: boolean;
}

export interface WithinOptions {
  resource: string;
  parameter: string;
  field: string;
}

export interface CollectionRoute extends RouteOptions {
  searchable: readonly string[];
  orderable?: readonly string[];
  within?: WithinOptions;
}

export interface ReadRoute extends RouteOptions {
  /** The path parameter that names the resource. */
  parameter: string;
  within?: WithinOptions;
}

/** What the generated router of an internal document says about a route. */
export interface InternalRoute {
  method: 'get' | 'post';
  /** As in the document: `/internal/held`. */
  path: string;
  operationId: string;
  /** Bare names of the only services that may call it. */
  callers: readonly string[];
}

/** A route of the public document. */
export interface Route extends RouteOptions {
  /** What messages call its resource. */
  noun: string;
  /** Not for applications that act without a user (403). */
  needsUser: boolean;
}
