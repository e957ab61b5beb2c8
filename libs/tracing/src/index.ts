export { openTracing } from './open-tracing.ts';
export { activeSpan, errorKind, inSpan, withSpan, type Span, type Tracing } from './spans.ts';
export { methodOf, spanOf, type Scheme } from './span-attributes.ts';
