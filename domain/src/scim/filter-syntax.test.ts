import { describe, expect, it } from 'vitest'
import { parseScimFilter, parseScimPath } from './filter-syntax.ts'

const compare = (attribute: string, operator: string, value: unknown) => ({
  kind: 'compare',
  attribute,
  operator,
  value,
})
const present = (attribute: string) => ({ kind: 'present', attribute })

describe('a filter', () => {
  // The first ones are of figure 1 in RFC 7644.
  it.each([
    ['userName eq "bjensen"', compare('username', 'eq', 'bjensen')],
    ['name.familyName co "O\'Malley"', compare('name.familyname', 'co', "O'Malley")],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', compare('username', 'sw', 'J')],
    ['title pr', present('title')],
    ['meta.lastModified gt "2011-05-13T04:42:34Z"', compare('meta.lastmodified', 'gt', '2011-05-13T04:42:34Z')],
    [
      'title pr and userType eq "Employee"',
      { kind: 'and', parts: [present('title'), compare('usertype', 'eq', 'Employee')] },
    ],
    [
      'a pr or b pr and c pr',
      { kind: 'or', parts: [present('a'), { kind: 'and', parts: [present('b'), present('c')] }] },
    ],
    [
      'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
      {
        kind: 'and',
        parts: [
          compare('usertype', 'eq', 'Employee'),
          { kind: 'or', parts: [compare('emails', 'co', 'example.com'), compare('emails.value', 'co', 'example.org')] },
        ],
      },
    ],
    ['not (active eq TRUE)', { kind: 'not', part: compare('active', 'eq', true) }],
    [
      'emails[type eq "work" and value co "@example.com"]',
      {
        kind: 'value',
        attribute: 'emails',
        part: { kind: 'and', parts: [compare('type', 'eq', 'work'), compare('value', 'co', '@example.com')] },
      },
    ],
    [
      'emails[type eq "work"].value ew "x"',
      {
        kind: 'value',
        attribute: 'emails',
        part: { kind: 'and', parts: [compare('type', 'eq', 'work'), compare('value', 'ew', 'x')] },
      },
    ],
    ['userName eq "CORP\\\\ada \\"x\\" \\u00e9"', compare('username', 'eq', 'CORP\\ada "x" é')],
    ['externalId eq null', compare('externalid', 'eq', null)],
    ['count GE -1.5e3', compare('count', 'ge', -1500)],
    ['__proto__ eq "x"', undefined],
  ])('%s is read', (text, tree) => {
    if (tree === undefined) expect(parseScimFilter(text)).toEqual({ fault: expect.any(String) })
    else expect(parseScimFilter(text)).toEqual(tree)
  })

  it.each([
    '',
    'userName',
    'userName eq',
    'userName eq bjensen',
    'userName is "x"',
    'userName eq "x" garbage',
    'userName eq "x" and',
    'eq "x"',
    '(a pr',
    'a pr)',
    'not a pr',
    'a[b pr',
    'a[b pr].c',
    'a eq "open',
    'a eq "\\x"',
    'a eq "\\u0000"',
    'a eq "\\ud800"',
    `a eq "${'x'.repeat(5_000)}"`,
    `${'('.repeat(20)}a pr${')'.repeat(20)}`,
    Array.from({ length: 51 }, () => 'a pr').join(' or '),
  ])('that cannot be read, or asks for too much, is a fault: %.40s', (text) => {
    expect(parseScimFilter(text)).toEqual({ fault: expect.any(String) })
  })
})

it.each([
  ['active', { attribute: 'active', filter: undefined, sub: undefined }],
  ['name.givenName', { attribute: 'name', filter: undefined, sub: 'givenname' }],
  ['emails[type eq "work"].value', { attribute: 'emails', filter: compare('type', 'eq', 'work'), sub: 'value' }],
  ['members[value eq "12"]', { attribute: 'members', filter: compare('value', 'eq', '12'), sub: undefined }],
])('the path %s is read', (text, path) => expect(parseScimPath(text)).toEqual(path))

it.each(['', 'a b', 'members[', 'members[]', 'members[value eq "1"] x', '__proto__', 'a..b', 'a.b.c'])(
  'the path %j is a fault',
  (text) => expect(parseScimPath(text)).toEqual({ fault: expect.any(String) }),
)
