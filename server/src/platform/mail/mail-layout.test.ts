import { expect, it } from 'vitest'
import { renderMail } from './mail-layout.ts'

const mail = renderMail({
  subject: 'Reset <your> password',
  greeting: 'Hello <b>Ada</b> & "friends",',
  paragraphs: ['Someone asked for a new password.\nPerhaps you.', `It's valid for an hour <script>alert(1)</script>`],
  action: { label: 'Choose <new> password', url: 'https://heddle.example.org/reset?uid=1&token="x"' },
  footer: ['Not you? Do nothing.', 'Heddle <img src=x>'],
})

it('the text version has the same content', () => {
  expect(mail.subject).toBe('Reset <your> password')
  expect(mail.text).toBe(
    [
      'Hello <b>Ada</b> & "friends",',
      'Someone asked for a new password.\nPerhaps you.',
      `It's valid for an hour <script>alert(1)</script>`,
      'Choose <new> password:\nhttps://heddle.example.org/reset?uid=1&token="x"',
      '-- \nNot you? Do nothing.\nHeddle <img src=x>\n',
    ].join('\n\n'),
  )
})

it('markup in values is escaped in the HTML', () => {
  expect(mail.html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt; &amp; &quot;friends&quot;,')
  expect(mail.html).toContain('It&#39;s valid for an hour &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(mail.html).toContain('Someone asked for a new password.<br>Perhaps you.')
  expect(mail.html).toContain('<title>Reset &lt;your&gt; password</title>')
  expect(mail.html).toContain('Heddle &lt;img src=x&gt;')
  expect(mail.html).not.toMatch(/<(script|img|b|new|your)\b/)
})

it('the HTML shows the link as a button and as text to copy', () => {
  const url = 'https://heddle.example.org/reset?uid=1&amp;token=&quot;x&quot;'

  expect(mail.html).toContain(`<a href="${url}"`)
  expect(mail.html).toContain(`>${url}</p>`)
})

it('the HTML loads nothing when opened', () => {
  expect(mail.html).not.toMatch(/\bsrc=(?!x)|url\(|<link|@import/)
})

it('a mail without a link or footer is just its paragraphs', () => {
  const plain = renderMail({ subject: 'Done', greeting: 'Hello Ada,', paragraphs: ['Your password was changed.'] })

  expect(plain.text).toBe('Hello Ada,\n\nYour password was changed.\n')
  expect(plain.html).not.toContain('<a ')
})

it('a link that is not a web address is rejected', () => {
  const render = () =>
    renderMail({ subject: '', greeting: '', paragraphs: [], action: { label: 'x', url: 'javascript:alert(1)' } })

  expect(render).toThrow('the action of a mail: expected an http or https URL')
})

it('what others wrote becomes neither a link nor a line of its own', () => {
  const quoted = renderMail({
    subject: 'Task "x\nhttp://evil.example" failed',
    greeting: 'Hello a\r\nhttps://evil.example,',
    paragraphs: [
      'see http:://\u002f/evil.example and https://evil.example',
      { text: 'ftp://evil.example', url: 'https://heddle.example.org/a/' },
    ],
  })

  expect(quoted.subject).toBe('Task "x http evil.example" failed')
  expect(quoted.text.match(/[a-z]*:\/\/\S*/g)).toEqual(['https://heddle.example.org/a/'])
  expect(quoted.text.split('\n')[0]).toBe('Hello a https evil.example,')
  expect(quoted.html.match(/[a-z]*:\/\/[^\s<]*/g)).toEqual(['https://heddle.example.org/a/'])
})
