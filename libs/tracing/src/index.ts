export { openTracing } from './open-tracing.ts';
export { activeSpan, errorKind, inSpan, methodOf, spanOf, withSpan, type Scheme, type Span, type Tracing } from './spans.ts';
