import { expect, it } from 'vitest'
import { canonicalDn, sameDn } from './distinguished-name.ts'

it.each([
  ['itself', 'cn=ops,dc=example', 'cn=ops,dc=example'],
  ['another letter case', 'CN=Ops,DC=Example', 'cn=ops,dc=example'],
  ['spaces at commas', 'cn=ops , dc=example', 'cn=ops,dc=example'],
  ['spaces at equals signs', 'cn = ops,dc =example', 'cn=ops,dc=example'],
  ['spaces around all of it', '  cn=ops,dc=example ', 'cn=ops,dc=example'],
  ['several spaces inside a name', 'cn=net  ops,dc=example', 'cn=net ops,dc=example'],
  ['the hexadecimal escape of a comma', 'cn=Ops\\2C north,dc=example', 'cn=ops\\, north,dc=example'],
  ['the escape of a sign that needs none', 'cn=a\\=b,dc=example', 'cn=a=b,dc=example'],
  ['the hexadecimal escape of an accented letter', 'cn=Zo\\C3\\AB,dc=example', 'cn=zoë,dc=example'],
  ['a composed and a combined accent', 'cn=zo\u00eb', 'cn=zoe\u0308'],
  ['line breaks between its parts', 'cn=ops,\n  dc=example', 'cn=ops,dc=example'],
])('is the same DN as %s', (_what, a, b) => {
  expect(sameDn(a, b)).toBe(true)
})

it.each([
  ['a longer DN', 'cn=ops,dc=example', 'cn=ops,ou=x,dc=example'],
  ['another attribute', 'cn=ops,dc=example', 'ou=ops,dc=example'],
  ['a name whose comma is escaped', 'cn=ops\\,dc=example', 'cn=ops,dc=example'],
  ['a name whose comma is escaped in hexadecimal', 'cn=ops\\2cdc=example', 'cn=ops,dc=example'],
  ['a name with a space where the other has none', 'cn=net ops', 'cn=netops'],
  ['a letter that only looks similar', 'cn=ops', 'cn=оps'],
  ['a name that ends in an escaped backslash', 'cn=ops\\\\,dc=example', 'cn=ops\\,dc=example'],
  ['nothing', 'cn=ops', ''],
])('is not the same DN as %s', (_what, a, b) => {
  expect(sameDn(a, b)).toBe(false)
})

it('accepts text that is not a DN', () => {
  expect(['', ',', '\\', '\\ff', '\0\\00', '=,='].map(canonicalDn)).toHaveLength(6)
})
