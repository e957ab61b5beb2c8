/** Between the reference and the window in which a person signs in. */
export const CHANNEL = 'docs-signed-in';
