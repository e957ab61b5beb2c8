/** Text of `services/standalone/generated/modules.ts`: the module of every service, for programs that run all of them. */
export function modules(services: readonly string[]): string {
  return `// Generated from libs/kernel/src/services.ts by \`npm run generate\`. Do not edit.
${services
  .toSorted()
  .map((name) => `import { service as ${name} } from '@partner-ordering/${name}';`)
  .join('\n')}
import type { ServiceModule } from '@partner-ordering/service';
import type { ServiceName } from '@partner-ordering/kernel';

/** Every service, by its name. */
export const modules: Readonly<Record<ServiceName, ServiceModule>> = { ${services.join(', ')} };
`;
}
