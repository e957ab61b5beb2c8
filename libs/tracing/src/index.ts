export { openTracing } from './open-tracing.ts';
export type { TracingOptions } from './settings.ts';
export { activeSpan, errorKind, inSpan, withSpan, type Origin, type Span, type SpanEnd, type SpanStart, type Tracing } from './spans.ts';
export { methodOf, spanOf, type Scheme } from './span-attributes.ts';
