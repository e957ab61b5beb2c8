const MAX_COMMENT_CHARACTERS = 140;

/** The part of ESLint's interface that a rule uses and by which oxlint runs it. */
interface Context {
  options: readonly unknown[];
  sourceCode: { lines: string[]; getAllComments(): { loc: { start: Position; end: Position } }[] };
  report(found: { node: unknown; message: string } | { loc: { start: Position; end: Position }; message: string }): void;
}
interface Position {
  line: number;
  column: number;
}

/** Its options are selectors of what is forbidden, each with the message. */
const restrictedSyntax = ({ options, report }: Context) =>
  Object.fromEntries(
    (options as { selector: string; message: string }[]).map(({ selector, message }) => [
      selector,
      (node: unknown) => report({ node, message }),
    ]),
  );

/** Lines with a URL may be longer, and lines that begin with code. */
const commentLength = ({ sourceCode, report }: Context) => ({
  Program: () => {
    for (const { loc } of sourceCode.getAllComments())
      for (let line = loc.start.line; line <= loc.end.line; line += 1) {
        const text = sourceCode.lines[line - 1]!;
        const isAfterCode = line === loc.start.line && text.slice(0, loc.start.column).trim() !== '';
        if (text.length <= MAX_COMMENT_CHARACTERS || isAfterCode || text.includes('://')) continue;
        const at = { start: { line, column: 0 }, end: { line, column: text.length } };
        report({ loc: at, message: `A line of a comment has at most ${MAX_COMMENT_CHARACTERS} characters.` });
      }
  },
});

/** Rules that oxlint does not have. */
export default {
  meta: { name: 'workspace' },
  rules: {
    'restricted-syntax': { meta: { schema: { type: 'array', items: { type: 'object' } } }, create: restrictedSyntax },
    'comment-length': { create: commentLength },
  },
};
