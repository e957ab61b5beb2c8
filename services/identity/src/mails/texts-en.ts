import type { Texts } from './text.ts';

export const english: Texts = {
  setPassword: ({ firstname, email }) => ({
    subject: 'Choose your password',
    paragraphs: [`Hello ${firstname},`, `An account was made for you with the address ${email}. Choose a password to sign in with.`],
    button: 'Choose a password',
    notes: ['The link is valid for seven days, and once. After that, ask for a new one where you sign in: "Forgotten password".'],
  }),
  passwordReset: ({ firstname }) => ({
    subject: 'Choose a new password',
    paragraphs: [
      `Hello ${firstname},`,
      'A new password was asked for, for your account. Choose it here; it ends everything that is signed in.',
    ],
    button: 'Choose a new password',
    notes: [
      'The link is valid for one hour, and once.',
      'If you did not ask for this, you need not do anything: your password stays as it is.',
    ],
  }),
  emailChange: ({ firstname, email }) => ({
    subject: 'Confirm your new e-mail address',
    paragraphs: [`Hello ${firstname},`, `You want to use the address ${email} for your account. Confirm that it is yours.`],
    button: 'Confirm the address',
    notes: ['The link is valid for 24 hours, and once. Until then your account keeps its present address.'],
  }),
  invitation: ({ organization, email, hasUser }) => ({
    subject: `Invitation to ${organization}`,
    paragraphs: [
      `You are invited to order for ${organization}.`,
      hasUser ? `Accept it with your account for ${email}.` : `Make your account for ${email}: your name and a password are all it takes.`,
    ],
    button: hasUser ? 'Accept the invitation' : 'Make my account',
    notes: ['The invitation is valid for 14 days. If you did not expect it, you need not do anything.'],
  }),
  emailChangeNotice: ({ firstname, email }) => ({
    subject: 'Your e-mail address is to be changed',
    paragraphs: [
      `Hello ${firstname},`,
      `For your account the e-mail address ${email} was given in place of this one. It counts as soon as somebody opens the link that was sent there.`,
    ],
    notes: ['If it was not you, choose a new password at once: "Forgotten password" where you sign in. The change is then dropped.'],
  }),
};
