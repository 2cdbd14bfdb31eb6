import { type RenderedMail, renderMail } from '../../platform/mail/mail-layout.ts'

export type SecurityEvent =
  | 'factor_enabled'
  | 'factor_replaced'
  | 'factor_disabled'
  | 'password_changed'
  | 'address_changed'
  | 'address_restored'
  | 'sign_on_linked'
  | 'sign_on_unlinked'

type Recipient = { readonly username: string }

const SUBJECTS: Readonly<Record<SecurityEvent, string>> = {
  factor_enabled: 'A second factor was enabled for your Heddle account',
  factor_replaced: 'The second factor of your Heddle account was replaced',
  factor_disabled: 'The second factor of your Heddle account was disabled',
  password_changed: 'Your Heddle password was changed',
  address_changed: 'The e-mail address of your Heddle account was changed',
  address_restored: 'The e-mail address of your Heddle account was restored',
  sign_on_linked: 'A sign-on provider was linked to your Heddle account',
  sign_on_unlinked: 'A sign-on provider was unlinked from your Heddle account',
}

const SENTENCES: Readonly<Record<SecurityEvent, (account: string) => string>> = {
  factor_enabled: (account) =>
    `a second factor was enabled for ${account}. Signing in now takes a code of the authenticator.`,
  factor_replaced: (account) =>
    `the second factor of ${account} was replaced. Codes of the old authenticator no longer work.`,
  factor_disabled: (account) =>
    `the second factor of ${account} was disabled. The password alone is now enough to sign in.`,
  password_changed: (account) => `the password of ${account} was changed, and your other sessions were signed out.`,
  address_changed: (account) =>
    `the e-mail address of ${account} was changed. Mail keeps coming here until the new address is verified.`,
  address_restored: (account) =>
    `a change of the e-mail address of ${account} was undone with the link that was mailed here. The account uses this address again, and all sessions have ended.`,
  sign_on_linked: (account) => `a sign-on provider was linked to ${account}, which can now sign in with it.`,
  sign_on_unlinked: (account) =>
    `a sign-on provider was unlinked from ${account}, which can no longer sign in with it.`,
}

const greetingOf = ({ username }: Recipient): string => `Hello ${username},`
const accountOf = ({ username }: Recipient): string => `your Heddle account "${username}"`

/** Holds nothing that the person who made the change could choose. */
export const securityMail = (user: Recipient, event: SecurityEvent): RenderedMail =>
  renderMail({
    subject: SUBJECTS[event],
    greeting: greetingOf(user),
    paragraphs: [SENTENCES[event](accountOf(user)), 'If this was not you, contact your administrator immediately.'],
  })

/** The same notice about an address, with the link that undoes the change. */
export const takeBackMail = (user: Recipient, url: string): RenderedMail =>
  renderMail({
    subject: SUBJECTS.address_changed,
    greeting: greetingOf(user),
    paragraphs: [
      SENTENCES.address_changed(accountOf(user)),
      'If this was not you, undo the change: your account goes back to this address, and everyone who is signed in to it is signed out. Then choose a new password, and delete API tokens that are not yours. The link works once and expires in seven days.',
    ],
    action: { label: 'Undo the change', url },
    footer: ['If it was you, there is nothing to do.'],
  })
