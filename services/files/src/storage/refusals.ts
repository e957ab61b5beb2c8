/** What is said of a file, a form or a path that is refused, in the words of whoever sends it. The only table of such texts. */
export const refusals = {
  path: 'must be the path of a file',
  pathOrAddress: 'must be the path or the address of a file',
  foreignAddress: 'must be the address of a file here; a signed address must have our signature',
  absent: 'there is no such file',
  notAnImage: 'is not an image, although its name or type says so',
  brokenImage: 'is a broken image',
  tooManyPixels: (most: number) => `must have at most ${most} pixels`,
  fileTooLarge: (most: number) => `has no variations, as it has more than ${most} bytes`,
  pixelsTooLarge: (most: number) => `has no variations, as its pixels take more than ${most} bytes`,
  usedForm: 'was used for another file; a form uploads only one',
  fileNotLast: 'must have the file as its last part',
  otherField: 'must have the file in the field "file"',
  severalFiles: 'must have only one file',
  noFile: 'must have a file',
  cutForm: 'is not a complete form',
  noForm: 'must be multipart/form-data with a boundary',
} as const;
