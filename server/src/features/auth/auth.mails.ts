import { type RenderedMail, renderMail } from '../../platform/mail/mail-layout.ts'

type Recipient = { readonly username: string; readonly firstName: string }

const greeting = ({ username, firstName }: Recipient): string => `Hello ${firstName || username},`
const NOT_ME = 'If you did not expect this e-mail, you can ignore it: nothing changes unless you open the link.'

export const resetMail = (user: Recipient, url: string): RenderedMail =>
  renderMail({
    subject: 'Choose a new Heddle password',
    greeting: greeting(user),
    paragraphs: [
      `someone requested a new password for your Heddle account "${user.username}". The link works once and expires in one hour.`,
    ],
    action: { label: 'Choose a new password', url },
    footer: [NOT_ME],
  })

export const verificationMail = (user: Recipient, url: string): RenderedMail =>
  renderMail({
    subject: 'Confirm your e-mail address',
    greeting: greeting(user),
    paragraphs: [`this address was entered for the Heddle account "${user.username}". The link works once and expires in three days.`],
    action: { label: 'Confirm this address', url },
    footer: [NOT_ME],
  })

export const passwordChangedMail = (user: Recipient): RenderedMail =>
  renderMail({
    subject: 'Your Heddle password was changed',
    greeting: greeting(user),
    paragraphs: [
      `the password of your Heddle account "${user.username}" was changed, and your other sessions were signed out.`,
      'If this was not you, contact your administrator immediately.',
    ],
  })
