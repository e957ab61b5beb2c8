/** An operation of another service, as its document describes it. */
export interface ServiceOperation {
  readonly method: 'GET' | 'POST';
  /** With its parameters: `/internal/state/{type}/{key}`. */
  readonly path: string;
  /** Whether a call may be repeated when its answer did not come. */
  readonly isIdempotent: boolean;
  /** 404 is an answer: undefined. */
  readonly mayBeAbsent?: true;
  /** The time limit of one attempt, where `ATTEMPT_LIMIT_MS` is too little. */
  readonly attemptMs?: number;
  /** Takes no service token: what clients may read too. */
  readonly isPublic?: true;
}

/** Operations by service and operationId. */
export type ServiceOperations = Readonly<Record<string, Readonly<Record<string, ServiceOperation>>>>;

/** One call: which operation, and what it is asked. */
export interface Call {
  readonly service: string;
  readonly operationId: string;
  readonly operation: ServiceOperation;
  /** The parameters of a GET, the body of a POST. */
  readonly input: object;
}

/** Path and query of a call. */
export function addressOf({ operation: { method, path }, input }: Call): string {
  if (method === 'POST') return path;
  const query = new URLSearchParams();
  const parameters = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters.get(name))));
  for (const [name, value] of parameters) if (!path.includes(`{${name}}`)) query.set(name, String(value));
  // Documents are checked against percent-encoding (RFC 3986), where a blank is no `+`.
  return query.size === 0 ? filled : `${filled}?${query.toString().replaceAll('+', '%20')}`;
}

/** The operations as functions: `{files: {getUploadForm(input)}}`. What a call does, `ask` decides. */
export function asFunctions(operations: ServiceOperations, ask: (call: Call) => Promise<unknown>): object {
  const functionsOf = ([service, of]: [string, ServiceOperations[string]]) => {
    const functions = Object.entries(of).map(([operationId, operation]) => {
      const call = (input: object = {}): Promise<unknown> => ask({ service, operationId, operation, input });
      return [operationId, call] as const;
    });
    return [service, Object.fromEntries(functions)] as const;
  };
  return Object.fromEntries(Object.entries(operations).map(functionsOf));
}
