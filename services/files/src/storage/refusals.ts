/** The messages about refused files, forms and paths. */
export const refusals = {
  path: 'must be the path of a file',
  pathOrAddress: 'must be the path or the address of a file',
  foreignAddress: 'must be the address of a file here; a signed address must have our signature',
  absent: 'there is no such file',
  notAnImage: 'is not an image, although its name or type says so',
  unreadableImage: (name: string) => `is an image that cannot be read: ${name}`,
  tooManyPixels: (most: number) => `must have at most ${most} pixels`,
  usedForm: 'was used for another file; a form uploads only one',
  tooLarge: (most: number) => `The file is larger than ${most} bytes`,
  noBytesLeft: ({ of, leftBytes, mostBytes }: { of: string; leftBytes: number; mostBytes: number }) =>
    `Nothing can be uploaded until files are removed or forms expire: ${leftBytes} of ${mostBytes} bytes are left for the ${of}`,
  noRoomForAvatar: ({ of, leftBytes, mostBytes }: { of: string; leftBytes: number; mostBytes: number }) =>
    `cannot become a file until others are removed: ${leftBytes} of ${mostBytes} bytes are left for the ${of}`,
  noFormsLeft: ({ of, leftBytes, mostForms }: { of: string; leftBytes: number; mostForms: number }) =>
    `Nothing can be uploaded until forms expire: the ${of} has ${mostForms} of them, the most there may be; ${leftBytes} bytes are left`,
  fileNotLast: 'must have the file as its last part',
  otherField: 'must have the file in the field "file"',
  severalFiles: 'must have only one file',
  noFile: 'must have a file',
  lateFile: (mostBytes: number) => `must have the file within its first ${mostBytes} bytes`,
  cutForm: 'is not a complete form',
  noForm: 'must be multipart/form-data with a boundary',
} as const;
