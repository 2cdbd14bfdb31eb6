import { describe, expect, it } from 'vitest'
import { parseControllerAddress } from './controller-address.ts'

describe('parseControllerAddress', () => {
  it.each([
    ['apic1.example.net', 'https://apic1.example.net', 'apic1.example.net'],
    ['  APIC1.example.net  ', 'https://apic1.example.net', 'apic1.example.net'],
    ['apic1', 'https://apic1', 'apic1'],
    ['apic_lab-1.example.net:8443', 'https://apic_lab-1.example.net:8443', 'apic_lab-1.example.net'],
    ['10.0.0.5', 'https://10.0.0.5', '10.0.0.5'],
    ['10.0.0.5:443', 'https://10.0.0.5', '10.0.0.5'],
    ['[2001:db8::5]:8443', 'https://[2001:db8::5]:8443', '2001:db8::5'],
    ['[2001:db8::5]', 'https://[2001:db8::5]', '2001:db8::5'],
    ['2001:db8::5', 'https://[2001:db8::5]', '2001:db8::5'],
    ['https://apic1.example.net', 'https://apic1.example.net', 'apic1.example.net'],
    ['HTTPS://apic1.example.net:8443/', 'https://apic1.example.net:8443', 'apic1.example.net'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', '127.0.0.1'],
    ['127.1', 'https://127.0.0.1', '127.0.0.1'],
    ['0xa9fea9fe', 'https://169.254.169.254', '169.254.169.254'],
  ])('reads %j as %s', (host, origin, hostname) => {
    const address = parseControllerAddress(host)

    expect(address).toEqual({ ok: true, origin, hostname })
  })

  it.each([
    '',
    '   ',
    'https://',
    'ftp://apic1',
    'apic1/path',
    'https://apic1/api/class/fvTenant.json',
    'apic1?x=1',
    'apic1#x',
    'apic1,apic2',
    'api c1',
    'apic1\\evil',
    'apic%31',
    'apic1:0',
    'apic1:99999',
    'apic1:https',
    '[2001:db8::5',
    '-apic1',
    'a..b',
    'x'.repeat(64) + '.net',
  ])('refuses %j and says what is expected', (host) => {
    const address = parseControllerAddress(host)

    expect(address).toEqual({ ok: false, message: expect.stringContaining('expected a name or address') })
  })

  it('refuses a user name in the host without repeating it', () => {
    const address = parseControllerAddress('https://admin:hunter2@apic1')

    expect(address).toEqual({ ok: false, message: 'A host must not contain a user name or password.' })
  })
})
