import { expect, it } from 'vitest'
import { passwordReasons } from './password-rule.ts'

const STORED = { host: 'apic1', hosts: ['apic2'], username: 'admin', verify_ssl: true, ca_certificate: null }

it.each([
  { what: 'nothing', next: {}, reasons: [] },
  { what: 'the order of the addresses', next: { host: 'apic2', hosts: ['apic1'] }, reasons: [] },
  { what: 'an address less', next: { hosts: [] }, reasons: [] },
  { what: 'the address', next: { host: 'apic9' }, reasons: ['address'] },
  { what: 'a further address', next: { hosts: ['apic2', 'apic9'] }, reasons: ['address'] },
  { what: 'the account', next: { username: 'other' }, reasons: ['account'] },
  { what: 'the trusted certificates', next: { ca_certificate: 'PEM' }, reasons: ['trust'] },
  { what: 'spaces for certificates', next: { ca_certificate: ' ' }, reasons: [] },
  { what: 'the check of the certificate', next: { verify_ssl: false }, reasons: ['certificate'] },
  {
    what: 'everything',
    next: { host: 'x', username: 'y', verify_ssl: false },
    reasons: ['address', 'account', 'certificate'],
  },
])('asks for the password because of what changed: $what', ({ next, reasons }) => {
  expect(passwordReasons(STORED, { ...STORED, ...next })).toEqual(reasons)
})

it('asks for nothing when the check of the certificate is switched on', () => {
  expect(passwordReasons({ ...STORED, verify_ssl: false }, STORED)).toEqual([])
})
