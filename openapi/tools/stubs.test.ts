import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import ts from 'typescript';
import { root } from './documents.ts';

const imports = [
  "import type { Operations, Resources } from './operations.ts';",
  "import type { Project } from './models.ts';",
  "import { resource, type ResourceDeclaration } from '@partner-ordering/data';",
  'export type Seen = [Operations, Resources, Project, ResourceDeclaration<Project>, typeof resource];',
];
const assigned = 'export const all: Operations = operations;';
const declared = 'declare const rest: Omit<ResourceDeclaration<Project>, "fields">;';
const serviceClient = "import type { CallableServices } from '@partner-ordering/service-client';";
const bound = 'export const projects: Resources["projects"] = resource<Project>()({ ...rest, fields });';

/** Modules that would stand beside ordering's generated files, and what the compiler should say of each. */
const attempts: [string, string[], RegExp | undefined][] = [
  ['every operation there: it compiles', ['declare const operations: Operations;', assigned], undefined],
  ['every field there: it compiles', [declared, 'declare const fields: ResourceDeclaration<Project>["fields"];', bound], undefined],
  [
    'an operation that the document names and the code lacks does not compile',
    ['declare const operations: Omit<Operations, "createProject">;', assigned],
    /'createProject' is missing/,
  ],
  [
    'an operation that answers what the document does not say does not compile',
    ['declare const operations: Omit<Operations, "createProject"> & { createProject(): Promise<string> };', assigned],
    /'string' is not assignable/,
  ],
  [
    'a resource that lacks a field of its model does not compile',
    [declared, 'declare const fields: Omit<ResourceDeclaration<Project>["fields"], "short_code">;', bound],
    /short_code/,
  ],
  [
    'an operation of another service that names the caller: it compiles',
    [serviceClient, 'export const form = (of: CallableServices<"identity">) => of.files.getUploadForm({ user: "1" });'],
    undefined,
  ],
  [
    'an operation of another service that does not name the caller does not compile',
    [serviceClient, 'export const attached = (of: CallableServices<"identity">) => of.files.attachFiles;'],
    /'attachFiles' does not exist/,
  ],
  [
    'a field of another service that is not followed does not compile',
    ['import type { FollowedStates } from "./events.ts";', 'export const read = ({ locale }: FollowedStates["user"]) => locale;'],
    /'locale' does not exist/,
  ],
  [
    'nor does SQL that reads one',
    [
      'import type { FollowedStates } from "./events.ts";',
      'import { stateReference } from "@partner-ordering/messaging";',
      'export const read = stateReference<FollowedStates>()("user", "/v1/users", ["locale"]);',
    ],
    /'"locale"' is not assignable/,
  ],
  [
    'what libs read of replicas is followed by the services that use it: it compiles',
    [
      'import type { PrincipalState } from "@partner-ordering/auth";',
      'import type { OrganizationStates, UserStates } from "@partner-ordering/commerce";',
      ...['billing', 'catalog', 'files', 'ordering'].map(
        (service) => `import type { FollowedStates as Of_${service} } from "../../${service}/generated/events.ts";`,
      ),
      'type Reads<Read, Followed extends Read> = Followed;',
      'type Principals = { principal: PrincipalState };',
      'export type All = [Reads<Principals, Of_files>, Reads<Principals & OrganizationStates & UserStates, Of_billing>,',
      '  Reads<Principals & OrganizationStates, Of_catalog>,',
      '  Reads<Principals & OrganizationStates & UserStates, Of_ordering>];',
    ],
    undefined,
  ],
];

/** Compiles all texts as modules in one program; the messages of each. */
function compile(texts: string[]): string[][] {
  const files = new Map(texts.map((text, index) => [join(root, `services/ordering/generated/attempt${index}.ts`), text]));
  const base = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path)).config as { compilerOptions: object };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...base.compilerOptions, composite: false, emitDeclarationOnly: false, noEmit: true },
    root,
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const text = files.get(path);
    return text === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2024);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].map((path) => {
    const source = program.getSourceFile(path);
    const diagnostics = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  });
}

describe('stubs', () => {
  const messages = compile(attempts.map(([, lines]) => [...imports, ...lines].join('\n')));
  for (const [index, [title, , expected]] of attempts.entries()) {
    test(title, () => {
      const lines = messages[index] ?? [];
      assert.equal(lines.length, expected === undefined ? 0 : 1, lines.join('\n'));
      if (expected !== undefined) assert.match(lines[0] ?? '', expected);
    });
  }
});
