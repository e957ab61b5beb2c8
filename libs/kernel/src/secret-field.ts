const secretName = /(?:^|_)(?:token|secret|password|signature)$/;

/** Whether a field holds a secret, by the end of its name: `access_token`, `client_secret`, the `signature` of an upload form. */
export const isSecretField = (name: string): boolean => secretName.test(name);
