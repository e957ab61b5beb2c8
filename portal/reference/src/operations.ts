import bundle from 'swagger-ui-dist/swagger-ui-bundle.js?url';
import type { Document, Method } from '@partner-ordering/openapi';
import { resolved } from './document.ts';

/** The parts of Swagger UI's system that we use. */
export interface System {
  React: { createElement: (type: unknown, props?: object | null, ...children: unknown[]) => unknown };
  getComponent: (name: string, isContainer?: boolean) => unknown;
  specActions: { updateJsonSpec: (document: unknown) => void };
  layoutActions: {
    show: (thing: readonly string[], isShown: boolean) => void;
    scrollToVirtualizedOperation: (thing: readonly string[]) => void;
    clearScrollToVirtualizedOperation: () => void;
  };
}

/** What Swagger UI sends, or has got. */
export interface Message {
  url: string;
  status: number;
  headers: Record<string, string>;
}

export interface Options {
  /** The document as it is shown now. */
  document: () => Document;
  mayTry: boolean;
  /** The token to send, if somebody is signed in. */
  token: () => Promise<string | undefined>;
  onAnswer: (answer: Message) => void;
  /** The answer to this operation, or why there is none, is drawn next. */
  onDraw: (operationId: string) => void;
  /** An operation or a tag was opened or closed. */
  onShow: (thing: readonly string[], isShown: boolean) => void;
}

type Action = (...values: never[]) => unknown;
type Bundle = (settings: Record<string, unknown>) => { getSystem: () => System };

/** Swagger UI comes as a script that sets a global. */
export function loadSwaggerUi(): Promise<Bundle> {
  const script = Object.assign(document.createElement('script'), { src: bundle });
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve((globalThis as unknown as { SwaggerUIBundle: Bundle }).SwaggerUIBundle));
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

/** Begins to show operations, none at first: `updateJsonSpec` gives them. */
export function openSwaggerUi(swaggerUi: Bundle, options: Options): System {
  const { mayTry, token, onAnswer } = options;
  const { getSystem } = swaggerUi({
    dom_id: '#operations',
    layout: 'OnlyOperations',
    docExpansion: 'none',
    defaultModelExpandDepth: 2,
    displayOperationId: true,
    displayRequestDuration: true,
    // Its colors of code have too little contrast.
    syntaxHighlight: false,
    validatorUrl: null,
    supportedSubmitMethods: mayTry ? ['get', 'put', 'post', 'delete'] : [],
    requestInterceptor: async (request: Message) => {
      const held = await token();
      if (held !== undefined) request.headers['Authorization'] = `Bearer ${held}`;
      return request;
    },
    responseInterceptor: (answer: Message) => (onAnswer(answer), answer),
    plugins: [plugin(options)],
  });
  return getSystem();
}

/**
 * Only the operations: the page has its own introduction, search and way to sign in. They are shown from an outline, and an operation is
 * read from the document when it is opened: Swagger UI's own resolver takes seconds for a document of this size.
 */
const plugin =
  ({ document, onDraw, onShow }: Options) =>
  ({ React: { createElement: element } }: System) => ({
    components: {
      OnlyOperations: ({ getComponent }: System) =>
        element('div', { className: 'swagger-ui' }, element(getComponent('SvgAssets')), element(getComponent('operations', true))),
      authorizeOperationBtn: () => null,
    },
    fn: { resolveSubtree: async (_: unknown, path: readonly string[]) => ({ spec: resolved(document(), path), errors: [] }) },
    statePlugins: {
      layout: {
        wrapActions: {
          show: (original: Action) => (thing: string[], isShown: boolean) => {
            onShow(thing, isShown);
            return original(thing as never, isShown as never);
          },
        },
      },
      spec: {
        wrapActions: {
          // The command line on the page is for the reader's own token.
          setMutatedRequest: (original: Action) => (path: string, method: string, request: Message) =>
            original(path as never, method as never, withoutToken(request) as never),
          setResponse: (original: Action) => (path: string, method: string, answer: object) => {
            onDraw(document().paths[path]![method as Method]!.operationId);
            return original(path as never, method as never, answer as never);
          },
        },
        wrapSelectors: {
          // Signing in has its own place, and pages for people are no answers.
          allowTryItOutFor: () => (_: unknown, path: string) => !path.startsWith('/oauth2/'),
        },
      },
    },
  });

const withoutToken = (request: Message): Message =>
  'Authorization' in request.headers ? { ...request, headers: { ...request.headers, Authorization: 'Bearer <token>' } } : request;
