import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sentence in a file that Vale reads in another form. */
export interface Sentence {
  /** Where it stands: `libs/kernel/src/money.unit.test.ts:12`, or a commit. */
  place: string;
  text: string;
}

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 26 });

/** The TypeScript files of the repository that people write, as paths below its root. */
export const sourcesOf = (root: string): string[] =>
  git(root, 'ls-files', '*.ts', '*.tsx')
    .split('\n')
    .filter((file) => file !== '' && !file.includes('/generated/'));

const title = /\btest(?:\.skip)?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;

/** The titles of the tests in these files. What a template inserts is left as it stands. */
export const titlesOf = (root: string, files: readonly string[]): Sentence[] =>
  files
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [...text.matchAll(title)].map(({ index, 2: found = '' }) => {
        return {
          place: `${file}:${text.slice(0, index).split('\n').length}`,
          text: found.replaceAll(/\\(.)/g, '$1').replaceAll(/\s+/g, ' '),
        };
      });
    });

/** A commit as the rules of commits read it. */
export interface Commit {
  /** Its short hash. */
  place: string;
  parents: number;
  subject: string;
  body: string;
}

/** The commits after this one, merges included; undefined in a clone that does not have it. */
export function commitsSince(root: string, commit: string): Commit[] | undefined {
  try {
    const entries = git(root, 'log', '-z', '--format=%h%x1f%P%x1f%s%x1f%b', `${commit}..HEAD`).split('\0');
    return entries.filter((entry) => entry !== '').map((entry) => commitOf(entry.split('\x1f')));
  } catch {
    return undefined;
  }
}

const commitOf = ([place = '', parents = '', subject = '', body = '']: string[]): Commit => ({
  place,
  parents: parents.split(' ').filter((parent) => parent !== '').length,
  subject,
  body: body.trim(),
});
