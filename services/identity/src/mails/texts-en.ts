import type { Texts } from './text.ts';

export const english: Texts = {
  setPassword: ({ firstname, email }) => ({
    subject: 'Choose your password',
    paragraphs: [`Hello ${firstname},`, `We created an account for you with the email address ${email}. Choose a password to sign in.`],
    button: 'Choose a password',
    notes: ['This link expires in seven days and works once. After that, reset your password on the sign-in page.'],
  }),
  passwordReset: ({ firstname }) => ({
    subject: 'Reset your password',
    paragraphs: [`Hello ${firstname},`, 'We received a request to reset your password. Choose a new one. This signs you out everywhere.'],
    button: 'Choose a new password',
    notes: [
      'This link expires in one hour and works once.',
      'If you did not request this, ignore this email. Your password stays the same.',
    ],
  }),
  emailChange: ({ firstname, email }) => ({
    subject: 'Confirm your new email address',
    paragraphs: [`Hello ${firstname},`, `We received a request to use ${email} for your account. Confirm that this address is yours.`],
    button: 'Confirm email address',
    notes: ['This link expires in 24 hours and works once. Until you confirm, your account keeps its current address.'],
  }),
  invitation: ({ organization, email, hasUser }) => ({
    subject: `Invitation to join ${organization}`,
    paragraphs: [
      `You have been invited to place orders for ${organization}.`,
      hasUser
        ? `Accept the invitation with your account for ${email}.`
        : `Create your account for ${email}. You only need your name and a password.`,
    ],
    button: hasUser ? 'Accept invitation' : 'Create account',
    notes: ['This invitation expires in 14 days. If you did not expect it, ignore this email.'],
  }),
  emailChangeNotice: ({ firstname, email }) => ({
    subject: 'Your email address is about to change',
    paragraphs: [
      `Hello ${firstname},`,
      `We received a request to change the email address of your account to ${email}. The change takes effect when that address is confirmed.`,
    ],
    notes: ['If you did not request this, reset your password now on the sign-in page. This cancels the change.'],
  }),
  ownEmailChangeNotice: ({ firstname, email }) => ({
    subject: 'Your email address is about to change',
    paragraphs: [
      `Hello ${firstname},`,
      `You asked to change the email address of your account to ${email}. The change takes effect when that address is confirmed.`,
      'If this was not you, somebody knows your password. Restore this address and choose a new password. This signs you out everywhere.',
    ],
    button: 'This was not me',
    notes: ['This link expires seven days after the request and works once, also after the change. If it was you, ignore this email.'],
  }),
  emailRestored: ({ firstname, replaced }) => ({
    subject: 'Your account has its former email address again',
    paragraphs: [
      `Hello ${firstname},`,
      `Your account no longer has the email address ${replaced}. Somebody opened the link in our mail to the former address, restored that address and chose a new password. You are signed out everywhere.`,
    ],
    notes: ['If this was not you, somebody reads the mails to your former address. Contact us.'],
  }),
  applicationAllowed: ({ firstname, application, scopes, at, network, path }) => ({
    subject: `${application} has access to your account`,
    paragraphs: [
      `Hello ${firstname},`,
      `You allowed it on ${at}${network === undefined ? '' : ` from ${network}`}. ${application} can, in your name:`,
      ...scopes.map((scope) => `– ${scope}`),
    ],
    notes: [
      `To end the access, send DELETE ${path}.`,
      'If it was not you, somebody knows your password or used your browser: reset your password. This signs you out everywhere.',
    ],
  }),
};
