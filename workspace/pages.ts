import { globSync } from 'node:fs';

/** The Markdown pages of the repository, as paths below its root. */
export const pagesOf = (root: string): string[] =>
  globSync(
    '{*.md,{console,portal}/README.md,docs/**/*.md,{libs,services,charts}/*/README.md,{openapi,tests,charts/examples}/**/README.md}',
    {
      cwd: root,
      exclude: (path) => path.includes('node_modules'),
    },
  );
