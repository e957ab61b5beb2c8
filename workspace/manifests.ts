/** The manifests that name all services: each keeps whatever else stands in it. */

interface References {
  references: { path: string }[];
}

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
}

const compare = (one: string, other: string): number => (one < other ? -1 : 1);

/** A tsconfig.json that refers to these services and no others; `folder` leads to them: `../services/`. */
export function withReferences(text: string, folder: string, services: readonly string[]): string {
  const config = JSON.parse(text) as References;
  const isService = (path: string): boolean => path.startsWith(folder) && !path.slice(folder.length).includes('/');
  const otherPaths = config.references.map(({ path }) => path).filter((path) => !isService(path));
  const paths = [...otherPaths, ...services.map((name) => `${folder}${name}`)].toSorted(compare);
  return asJson({ ...config, references: paths.map((path) => ({ path })) });
}

/** A package.json that depends on these services; what it depends on besides stays, such as a service that has left the register. */
export function withDependencies(text: string, services: readonly string[]): string {
  const manifest = JSON.parse(text) as Manifest;
  const ownPackages = services.map((name) => [`@partner-ordering/${name}`, manifest.version] as const);
  const dependencies = Object.entries({ ...manifest.dependencies, ...Object.fromEntries(ownPackages) });
  return asJson({ ...manifest, dependencies: Object.fromEntries(dependencies.toSorted(([one], [other]) => compare(one, other))) });
}

const asJson = (value: object): string => JSON.stringify(value, null, 2);
