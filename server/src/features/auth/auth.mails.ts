import { type RenderedMail, renderMail } from '../../platform/mail/mail-layout.ts'

type Recipient = { readonly username: string }

// Users choose their first name, and with it they could write to others in our name.
const greeting = ({ username }: Recipient): string => `Hello ${username},`
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
    paragraphs: [
      `this address was entered for the Heddle account "${user.username}". The link works once and expires in three days.`,
    ],
    action: { label: 'Confirm this address', url },
    footer: [NOT_ME],
  })
